package dev.storefront.flashsale.admission;

import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * Tells a call's origin from its way: the nearest hop that is no trusted proxy. Whatever a client
 * writes into the headers itself stands farther away than that, and counts for nothing.
 */
@Component
class TrustedProxies {

  private final List<Network> networks;

  TrustedProxies(AdmissionProperties properties) {
    networks = properties.trustedProxies().stream().map(Network::parse).toList();
  }

  boolean trusts(IpAddress address) {
    return networks.stream().anyMatch(network -> network.contains(address));
  }

  /**
   * @param peer who is connected
   * @param hops for whom proxies say to forward, the nearest last
   * @return the peer itself unless it is trusted; a trusted proxy if it does not tell farther
   */
  IpAddress origin(IpAddress peer, List<Optional<IpAddress>> hops) {
    IpAddress origin = peer;
    for (int i = hops.size() - 1; i >= 0 && trusts(origin); i--) {
      if (hops.get(i).isEmpty()) {
        return origin;
      }
      origin = hops.get(i).get();
    }
    return origin;
  }
}
