package dev.storefront.flashsale.grab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.flashsale.order.OrderItem;
import dev.storefront.flashsale.release.Compensation.Reach;
import dev.storefront.flashsale.units.ReserveAnswer;
import dev.storefront.flashsale.units.ReserveCode;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ReserveAnswersTest {

  @Test
  void an_attempt_is_forgotten_only_if_every_promotion_answered_and_none_met_its_tombstone() {
    assertThat(answered(ReserveCode.RESERVED, ReserveCode.SOLD_OUT).reach())
        .isEqualTo(Reach.ANSWERED);
    assertThat(answered(ReserveCode.SOLD_OUT, ReserveCode.FENCED).reach())
        .isEqualTo(Reach.UNANSWERED);
    assertThat(failed(ReserveCode.SOLD_OUT).reach()).isEqualTo(Reach.UNANSWERED);
  }

  @Test
  void what_was_not_answered_may_hold_units() {
    assertThat(failed(ReserveCode.SOLD_OUT).mayHoldAny()).isTrue();
    assertThat(answered(ReserveCode.SOLD_OUT, ReserveCode.ENDED).mayHoldAny()).isFalse();
    assertThat(answered(ReserveCode.SOLD_OUT, ReserveCode.REPEATED).mayHoldAny()).isTrue();
  }

  private static ReserveAnswers answered(ReserveCode... codes) {
    return ReserveAnswers.of(
            Arrays.stream(codes)
                .map(code -> CompletableFuture.completedFuture(reserve(code)))
                .toList())
        .join();
  }

  private static ReserveAnswers failed(ReserveCode other) {
    return ReserveAnswers.of(
            List.of(
                CompletableFuture.completedFuture(reserve(other)),
                CompletableFuture.failedFuture(new IllegalStateException("no answer"))))
        .join();
  }

  private static ReserveAnswer reserve(ReserveCode code) {
    return new ReserveAnswer(
        code, new OrderItem(7, 1), Duration.ZERO, Instant.EPOCH, false, Duration.ZERO);
  }
}
