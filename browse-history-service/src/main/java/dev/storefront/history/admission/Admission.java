package dev.storefront.history.admission;

import dev.storefront.common.security.Caller;
import dev.storefront.common.web.Problem;
import dev.storefront.common.web.ProblemException;
import dev.storefront.history.HistoryRules;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** The first step of every call. */
@Component
public class Admission {

  private final RateLimits limits;

  Admission(RateLimits limits) {
    this.limits = limits;
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
    limits
        .tryEnter(method, caller.clientId(), user)
        .ifPresent(
            dimension -> {
              throw rateLimited(dimension).toException();
            });
    return user;
  }

  private static Problem rateLimited(Dimension dimension) {
    return Problem.of(
            HttpStatus.TOO_MANY_REQUESTS,
            "rate-limited",
            "Too many calls in the dimension '%s'.".formatted(dimension.word()))
        .with("dimension", dimension.word());
  }
}
