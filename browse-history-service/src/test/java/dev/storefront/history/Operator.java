package dev.storefront.history;

import dev.storefront.common.switches.Switches;
import dev.storefront.common.testing.OperatorSwitch;
import org.springframework.boot.test.context.TestComponent;
import org.springframework.core.env.Environment;

/** Changes switches of the running service, in the configuration centre. */
@TestComponent
public class Operator {

  private final Environment environment;
  private final Switches switches;

  Operator(Environment environment, Switches switches) {
    this.environment = environment;
    this.switches = switches;
  }

  /** What is done while a switch is set. */
  @FunctionalInterface
  public interface Meanwhile {

    void run() throws Exception;
  }

  /** Sets a switch for as long as this takes. The service has heard of both when it is over. */
  public void sets(String key, Object value, Meanwhile meanwhile) throws Exception {
    try (OperatorSwitch set = OperatorSwitch.set(environment, switches, key, value.toString())) {
      meanwhile.run();
    }
  }
}
