package dev.storefront.history.admission;

import dev.storefront.common.ratelimit.Counted;
import dev.storefront.common.ratelimit.RateLimits;
import dev.storefront.common.security.Caller;
import dev.storefront.common.switches.Switches;
import dev.storefront.common.web.Problem;
import dev.storefront.common.web.ProblemException;
import dev.storefront.history.core.HistoryRules;
import java.util.Map;
import org.springframework.stereotype.Component;

/** The first step of every call. */
@Component
public class Admission {

  private final RateLimits limits;

  Admission(Switches switches) {
    limits = new RateLimits(switches, Map.of("method", 10_000, "caller", 5_000, "user", 50));
  }

  /**
   * Lets the call in and returns its user.
   *
   * @param method what the limit per method counts by
   * @throws ProblemException 429 {@code rate-limited} with the {@code dimension} that refused; 400
   *     if the user id is longer than {@link HistoryRules#LONGEST_USER_ID}
   */
  public String admit(String method, Caller caller) {
    String user = caller.subject();
    if (user.length() > HistoryRules.LONGEST_USER_ID) {
      throw Problem.invalid(
              "sub", "must be at most %d characters".formatted(HistoryRules.LONGEST_USER_ID))
          .toException();
    }
    limits.enter(
        new Counted("method", method),
        new Counted("caller", caller.clientId()),
        new Counted("user", user));
    return user;
  }
}
