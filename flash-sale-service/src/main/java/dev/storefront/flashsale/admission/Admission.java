package dev.storefront.flashsale.admission;

import dev.storefront.common.client.ClientAddresses;
import dev.storefront.common.client.IpAddress;
import dev.storefront.common.security.Caller;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Problem;
import dev.storefront.common.web.ProblemException;
import dev.storefront.flashsale.admission.RequestLimits.Dimension;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Locale;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** The first step of every call about orders: how often it may be made, and where it comes from. */
@Component
public class Admission {

  private final RequestLimits limits;
  private final ClientAddresses clients;

  Admission(RequestLimits limits, ClientAddresses clients) {
    this.limits = limits;
    this.clients = clients;
  }

  /**
   * Lets a call in, by its application, and a user's by the account too.
   *
   * @throws ProblemException 429 {@code rate-limited} with the {@code dimension} that refused
   */
  public void admit(Caller caller) {
    enter(Dimension.CALLER, caller.clientId());
    if (!caller.has(Scope.SERVICE)) {
      admitPin(caller.subject());
    }
  }

  /**
   * Lets in a call that a service makes for an account.
   *
   * @throws ProblemException 429 {@code rate-limited}
   */
  public void admitPin(String pin) {
    enter(Dimension.PIN, pin);
  }

  /**
   * Where a user's call comes from: the connection, or what trusted proxies say.
   *
   * @throws ProblemException 400 if the two headers in which they may say it disagree: then one of
   *     them was not written by a proxy
   */
  public IpAddress origin(HttpServletRequest request) {
    return clients
        .of(request)
        .orElseThrow(
            () ->
                Problem.invalid("Forwarded", "must say the same as X-Forwarded-For")
                    .toException());
  }

  private void enter(Dimension dimension, String value) {
    if (!limits.tryEnter(dimension, value)) {
      String word = dimension.name().toLowerCase(Locale.ROOT);
      throw Problem.of(
              HttpStatus.TOO_MANY_REQUESTS,
              "rate-limited",
              "Too many calls in the dimension '%s'.".formatted(word))
          .with("dimension", word)
          .toException();
    }
  }
}
