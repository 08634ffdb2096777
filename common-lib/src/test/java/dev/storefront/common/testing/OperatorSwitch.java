package dev.storefront.common.testing;

import static org.awaitility.Awaitility.await;

import dev.storefront.common.switches.Switches;
import java.time.Duration;
import org.springframework.core.env.Environment;

/** A switch as an operator sets it, and takes it back; the service has heard of both. */
public final class OperatorSwitch implements AutoCloseable {

  private static final Duration SOON = Duration.ofSeconds(60);

  private final ConfigurationCentre centre;
  private final Switches switches;
  private final String key;
  private final String before;

  private OperatorSwitch(Environment environment, Switches switches, String key) {
    this.centre = ConfigurationCentre.of(environment);
    this.switches = switches;
    this.key = key;
    this.before = value();
  }

  /** Until this is closed. */
  public static OperatorSwitch set(
      Environment environment, Switches switches, String key, String text) {
    OperatorSwitch operator = new OperatorSwitch(environment, switches, key);
    operator.centre.set(key, text);
    await().atMost(SOON).until(() -> operator.value().equals(text));
    return operator;
  }

  private String value() {
    return switches.all().stream()
        .filter(each -> each.key().equals(key))
        .map(each -> String.valueOf(each.get()))
        .findFirst()
        .orElseThrow();
  }

  @Override
  public void close() {
    try (centre) {
      centre.remove(key);
      await().atMost(SOON).until(() -> value().equals(before));
    }
  }
}
