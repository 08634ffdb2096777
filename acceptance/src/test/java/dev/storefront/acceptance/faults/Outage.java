package dev.storefront.acceptance.faults;

import dev.storefront.acceptance.suite.Service;
import java.util.EnumSet;
import java.util.Set;

/**
 * What a backing server's absence means to the suite.
 *
 * @param server as the local stack names it
 * @param component as readiness names it
 * @param affected the services that are not ready without it
 * @param stopped calls that cannot be answered meanwhile
 * @param kept calls that work all the same
 */
record Outage(
    String server, String component, Set<Service> affected, Set<Probe> stopped, Set<Probe> kept) {

  static Outage of(String server, String component, Set<Service> affected) {
    return new Outage(server, component, affected, Set.of(), Set.of());
  }

  Outage stops(Probe first, Probe... more) {
    return new Outage(server, component, affected, EnumSet.of(first, more), kept);
  }

  Outage keeps(Probe first, Probe... more) {
    return new Outage(server, component, affected, stopped, EnumSet.of(first, more));
  }

  @Override
  public String toString() {
    return server;
  }
}
