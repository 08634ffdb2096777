package dev.storefront.common.switches;

import java.util.Map;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/** {@code /actuator/switches}: what counts in this instance right now. */
@Endpoint(id = "switches")
public final class SwitchesEndpoint {

  private final Switches switches;
  private final ConfigurationCentre centre;

  SwitchesEndpoint(Switches switches, ConfigurationCentre centre) {
    this.switches = switches;
    this.centre = centre;
  }

  /** Each switch's value, and whether the configuration centre can be reached. */
  @ReadOperation
  public Map<String, Object> switches() {
    return Map.of(
        "configurationCentreConnected", centre.isConnected(), "switches", switches.values());
  }
}
