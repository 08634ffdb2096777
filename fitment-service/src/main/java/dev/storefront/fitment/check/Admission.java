package dev.storefront.fitment.check;

import dev.storefront.common.client.ClientAddresses;
import dev.storefront.common.ratelimit.Counted;
import dev.storefront.common.ratelimit.RateLimits;
import dev.storefront.common.switches.Switches;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import org.springframework.stereotype.Component;

/** The first step of calls that anybody may make: no client makes too many. */
@Component
class Admission {

  private static final String CLIENT = "client";

  /** A shop's own servers ask for many users from one address. */
  private static final int MOST = 20_000;

  private final RateLimits limits;
  private final ClientAddresses clients;

  Admission(Switches switches, ClientAddresses clients) {
    limits = new RateLimits(switches, Map.of(CLIENT, MOST));
    this.clients = clients;
  }

  /**
   * Lets a call in.
   *
   * @return the client's name: its address, or the network that it has
   * @throws dev.storefront.common.web.ProblemException 429 {@code rate-limited}
   */
  String admit(HttpServletRequest request) {
    String client = clients.clientOf(request);
    limits.enter(new Counted(CLIENT, client));
    return client;
  }
}
