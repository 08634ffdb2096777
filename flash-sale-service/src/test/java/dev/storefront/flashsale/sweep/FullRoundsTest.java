package dev.storefront.flashsale.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.flashsale.FlashSaleProperties;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FullRoundsTest {

  private static final Duration LONG = Duration.ofHours(1);

  @Test
  void one_is_due_at_first_and_once_the_lease_is_back() {
    FullRounds rounds = new FullRounds(LONG);
    assertThat(rounds.isDue(0)).isTrue();
    assertThat(rounds.isDue(0)).isTrue();
    rounds.done();
    assertThat(rounds.isDue(0)).isFalse();

    rounds.stop();
    assertThat(rounds.isDue(0)).isTrue();
    rounds.done();
    assertThat(rounds.isDue(0)).isFalse();
  }

  @Test
  void one_is_due_after_each_loss_also_in_a_full_round() {
    FullRounds rounds = new FullRounds(LONG);
    assertThat(rounds.isDue(3)).isTrue();
    rounds.done();
    assertThat(rounds.isDue(3)).isFalse();

    rounds.done();
    assertThat(rounds.isDue(4)).isTrue();
    rounds.done();
    assertThat(rounds.isDue(4)).isFalse();
  }

  @Test
  void where_marks_may_be_lost_the_first_is_not_enough() {
    FullRounds rounds =
        FullRounds.besidesTouched(
            new FlashSaleProperties(Duration.ofDays(7), LONG, LONG, 1, LONG, LONG));
    assertThat(rounds.isDue(0)).isTrue();
    rounds.done();
    assertThat(rounds.isDue(0)).isTrue();
  }
}
