package dev.storefront.history.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.switches.Switch;
import dev.storefront.common.switches.Switches;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RateLimitsTest {

  private final Switches switches = new Switches();
  private final RateLimits limits = new RateLimits(switches);

  @Test
  void a_users_first_second_holds_what_the_limit_says_and_not_more() {
    assertThat(entered(200, "list", "app", "alice")).isBetween(50, 60);
    assertThat(limits.tryEnter("list", "app", "alice")).contains(Dimension.USER);
    assertThat(limits.tryEnter("list", "app", "bob")).isEmpty();
  }

  @Test
  void a_refusal_at_one_dimension_does_not_burn_the_others() {
    assertThat(entered(6_000, "list", "app", "alice")).isLessThan(1_000);
    // 5000 at once, less alice's, are still there for the others of this application.
    int others = 0;
    for (int i = 0; i < 4_000; i++) {
      others += limits.tryEnter("list", "app", "user" + i).isEmpty() ? 1 : 0;
    }
    assertThat(others).isEqualTo(4_000);
  }

  @Test
  void each_dimension_is_named() {
    for (int i = 0; i < 6_000; i++) {
      Optional<Dimension> refused = limits.tryEnter("list", "greedy", "user" + i);
      assertThat(refused)
          .satisfiesAnyOf(
              o -> assertThat(o).isEmpty(), o -> assertThat(o).contains(Dimension.CALLER));
    }
    Optional<Dimension> refused = Optional.empty();
    for (int i = 0; i < 60_000 && refused.isEmpty(); i++) {
      refused = limits.tryEnter("list", "app" + i % 100, "user" + i);
    }
    assertThat(refused).contains(Dimension.METHOD);
    assertThat(limits.tryEnter("count", "other", "someone")).isEmpty();
  }

  @Test
  void each_limit_is_a_switch() {
    assertThat(switches.all())
        .extracting(Switch::key)
        .containsExactlyInAnyOrder("rate-limit-method", "rate-limit-caller", "rate-limit-user");
  }

  private int entered(int calls, String method, String caller, String user) {
    int entered = 0;
    for (int i = 0; i < calls; i++) {
      entered += limits.tryEnter(method, caller, user).isEmpty() ? 1 : 0;
    }
    return entered;
  }
}
