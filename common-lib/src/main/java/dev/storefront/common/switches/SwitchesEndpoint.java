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

  /**
   * Each switch's value, the texts that operators have set, which of these are no values, and
   * whether the configuration centre can be reached.
   */
  @ReadOperation
  public Map<String, Object> switches() {
    // In this order: whoever sees a text sees what came of it.
    Map<String, String> texts = switches.texts();
    return Map.of(
        "configurationCentreConnected",
        centre.isConnected(),
        "texts",
        texts,
        "invalid",
        switches.invalid(),
        "switches",
        switches.values());
  }
}
