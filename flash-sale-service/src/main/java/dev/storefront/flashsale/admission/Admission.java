package dev.storefront.flashsale.admission;

import dev.storefront.common.client.ClientAddresses;
import dev.storefront.common.client.IpAddress;
import dev.storefront.common.ratelimit.Counted;
import dev.storefront.common.ratelimit.RateLimits;
import dev.storefront.common.security.Caller;
import dev.storefront.common.security.Scope;
import dev.storefront.common.switches.Switches;
import dev.storefront.common.web.Problem;
import dev.storefront.common.web.ProblemException;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import org.springframework.stereotype.Component;

/** The first step of every call about orders: how often it may be made, and where it comes from. */
@Component
public class Admission {

  private static final String CALLER = "caller";
  private static final String PIN = "pin";

  private final RateLimits limits;
  private final ClientAddresses clients;

  Admission(Switches switches, ClientAddresses clients) {
    limits = new RateLimits(switches, Map.of(CALLER, 20_000, PIN, 1_000));
    this.clients = clients;
  }

  /**
   * Lets a call in, by its application, and a user's by the account too.
   *
   * @throws ProblemException 429 {@code rate-limited} with the {@code dimension} that refused
   */
  public void admit(Caller caller) {
    Counted application = new Counted(CALLER, caller.clientId());
    if (caller.has(Scope.SERVICE)) {
      limits.enter(application);
    } else {
      limits.enter(application, new Counted(PIN, caller.subject()));
    }
  }

  /**
   * Lets in a call that a service makes for an account.
   *
   * @throws ProblemException 429 {@code rate-limited}
   */
  public void admitPin(String pin) {
    limits.enter(new Counted(PIN, pin));
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
                Problem.invalid("Forwarded", "must say the same as X-Forwarded-For").toException());
  }
}
