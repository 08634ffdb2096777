package dev.storefront.common.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storefront.common.switches.Switch;
import dev.storefront.common.switches.Switches;
import dev.storefront.common.web.ProblemException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;

class RateLimitsTest {

  private final Switches switches = new Switches();
  private final RateLimits limits =
      new RateLimits(switches, Map.of("method", 10_000, "caller", 5_000, "user", 50));

  @Test
  void a_users_first_second_holds_what_the_limit_says_and_not_more() {
    // Permits come back meanwhile: more of them the slower the machine is.
    assertThat(entered(1_000, "list", "app", "alice")).isBetween(50, 900);
    assertThat(tryEnter("list", "app", "bob")).isEmpty();
  }

  @Test
  void a_refusal_at_one_dimension_does_not_burn_the_others() {
    assertThat(entered(6_000, "list", "app", "alice")).isLessThan(1_000);
    // 5000 at once, less alice's, are still there for the others of this application.
    int others = 0;
    for (int i = 0; i < 4_000; i++) {
      others += tryEnter("list", "app", "user" + i).isEmpty() ? 1 : 0;
    }
    assertThat(others).isEqualTo(4_000);
  }

  @Test
  void each_dimension_is_named() {
    for (int i = 0; i < 6_000; i++) {
      Optional<String> refused = tryEnter("list", "greedy", "user" + i);
      assertThat(refused)
          .satisfiesAnyOf(o -> assertThat(o).isEmpty(), o -> assertThat(o).contains("caller"));
    }
    Optional<String> refused = Optional.empty();
    for (int i = 0; i < 60_000 && refused.isEmpty(); i++) {
      refused = tryEnter("list", "app" + i % 100, "user" + i);
    }
    assertThat(refused).contains("method");
    assertThat(tryEnter("count", "other", "someone")).isEmpty();
  }

  @Test
  void a_refusal_says_which_dimension_it_is() {
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 1_000; i++) {
                limits.enter(new Counted("user", "alice"));
              }
            })
        .isInstanceOfSatisfying(
            ProblemException.class,
            refusal -> {
              assertThat(refusal.problem().code()).isEqualTo("rate-limited");
              assertThat(refusal.problem().status()).isEqualTo(HttpStatus.TOO_MANY_REQUESTS);
            });
  }

  @Test
  void each_limit_is_a_switch() {
    assertThat(switches.all())
        .extracting(Switch::key)
        .containsExactlyInAnyOrder("rate-limit-method", "rate-limit-caller", "rate-limit-user");
  }

  private Optional<String> tryEnter(String method, String caller, String user) {
    return limits.tryEnter(
        new Counted("method", method), new Counted("caller", caller), new Counted("user", user));
  }

  private int entered(int calls, String method, String caller, String user) {
    int entered = 0;
    for (int i = 0; i < calls; i++) {
      entered += tryEnter(method, caller, user).isEmpty() ? 1 : 0;
    }
    return entered;
  }
}
