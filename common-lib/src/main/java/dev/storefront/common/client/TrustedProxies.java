package dev.storefront.common.client;

import java.util.List;
import java.util.Optional;

/**
 * Tells a call's origin from its way: the nearest hop that is no trusted proxy. Whatever a client
 * writes into the headers itself stands farther away than that, and counts for nothing.
 */
final class TrustedProxies {

  private final List<Network> networks;

  /**
   * @param networks each as {@link Network#parse} takes it
   */
  TrustedProxies(List<String> networks) {
    this.networks = networks.stream().map(Network::parse).toList();
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
