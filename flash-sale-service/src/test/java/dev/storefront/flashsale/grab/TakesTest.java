package dev.storefront.flashsale.grab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.flashsale.order.OrderItem;
import dev.storefront.flashsale.release.Compensation.Reach;
import dev.storefront.flashsale.units.Take;
import dev.storefront.flashsale.units.TakeCode;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class TakesTest {

  @Test
  void an_attempt_is_forgotten_only_if_every_take_was_answered_and_none_met_its_tombstone() {
    assertThat(answered(TakeCode.TAKEN, TakeCode.SOLD_OUT).reach()).isEqualTo(Reach.ANSWERED);
    assertThat(answered(TakeCode.SOLD_OUT, TakeCode.FENCED).reach()).isEqualTo(Reach.UNANSWERED);
    assertThat(failed(TakeCode.SOLD_OUT).reach()).isEqualTo(Reach.UNANSWERED);
  }

  @Test
  void what_was_not_answered_may_hold_units() {
    assertThat(failed(TakeCode.SOLD_OUT).mayHoldAny()).isTrue();
    assertThat(answered(TakeCode.SOLD_OUT, TakeCode.ENDED).mayHoldAny()).isFalse();
    assertThat(answered(TakeCode.SOLD_OUT, TakeCode.REPEATED).mayHoldAny()).isTrue();
  }

  private static Takes answered(TakeCode... codes) {
    return Takes.of(
            Arrays.stream(codes)
                .map(code -> CompletableFuture.completedFuture(take(code)))
                .toList())
        .join();
  }

  private static Takes failed(TakeCode other) {
    return Takes.of(
            List.of(
                CompletableFuture.completedFuture(take(other)),
                CompletableFuture.failedFuture(new IllegalStateException("no answer"))))
        .join();
  }

  private static Take take(TakeCode code) {
    return new Take(code, new OrderItem(7, 1), Duration.ZERO, Instant.EPOCH, false, Duration.ZERO);
  }
}
