package dev.storefront.flashsale.admission;

import dev.storefront.common.security.Caller;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Problem;
import dev.storefront.common.web.ProblemException;
import dev.storefront.flashsale.admission.RequestLimits.Dimension;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** The first step of every call about orders: how often it may be made, and where it comes from. */
@Component
public class Admission {

  private final RequestLimits limits;
  private final TrustedProxies proxies;

  Admission(RequestLimits limits, TrustedProxies proxies) {
    this.limits = limits;
    this.proxies = proxies;
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
    IpAddress peer = IpAddress.parse(request.getRemoteAddr()).orElseThrow();
    List<String> forwarded = lines(request, "Forwarded");
    List<String> plain = lines(request, "X-Forwarded-For");
    IpAddress byForwarded = proxies.origin(peer, ForwardedFor.inForwarded(forwarded));
    IpAddress byPlain = proxies.origin(peer, ForwardedFor.inPlainHeader(plain));
    if (!forwarded.isEmpty() && !plain.isEmpty() && !byForwarded.equals(byPlain)) {
      throw Problem.invalid("Forwarded", "must say the same as X-Forwarded-For").toException();
    }
    return forwarded.isEmpty() ? byPlain : byForwarded;
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

  private static List<String> lines(HttpServletRequest request, String header) {
    return Collections.list(request.getHeaders(header));
  }
}
