package dev.storefront.acceptance.faults;

import dev.storefront.acceptance.suite.Service;
import java.util.EnumSet;
import java.util.Set;

/**
 * What a backing server's absence means to the suite.
 *
 * @param server as the local stack names it
 * @param component as readiness names it
 * @param status what readiness says of the component: {@code PARTIAL} leaves a service ready
 * @param affected the services that miss it
 * @param stopped calls that cannot be answered meanwhile
 * @param kept calls that work all the same
 */
record Outage(
    String server,
    String component,
    String status,
    Set<Service> affected,
    Set<Probe> stopped,
    Set<Probe> kept) {

  static Outage of(String server, String component, Set<Service> affected) {
    return new Outage(server, component, "DOWN", affected, Set.of(), Set.of());
  }

  /** One of several nodes. */
  static Outage ofNode(String server, String component) {
    return new Outage(
        server, component, "PARTIAL", EnumSet.allOf(Service.class), Set.of(), Set.of());
  }

  Outage stops(Probe first, Probe... more) {
    return new Outage(server, component, status, affected, EnumSet.of(first, more), kept);
  }

  Outage keeps(Probe first, Probe... more) {
    return new Outage(server, component, status, affected, stopped, EnumSet.of(first, more));
  }

  @Override
  public String toString() {
    return server;
  }
}
