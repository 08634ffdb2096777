package dev.storefront.localstack.cli;

import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.stack.SuiteService;
import dev.storefront.localstack.suite.ApiRequest;
import dev.storefront.localstack.suite.Suite;
import dev.storefront.localstack.suite.SuiteClient;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Shows what a service's switches are, and sets them in the configuration centre. */
final class SwitchCommand {

  private static final String DEFAULT = "--default";
  private static final String USAGE =
      "usage: ./storefront switch SERVICE [NAME [VALUE | " + DEFAULT + "]]";
  private static final String NOT_SET = "not set";
  private static final int LOOKS = 30;
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

  private final PortAssignment ports;
  private final SuiteClient client;
  private final Terminal terminal;

  SwitchCommand(PortAssignment ports, Terminal terminal) {
    this.ports = ports;
    this.client = new SuiteClient(Suite.at(ports));
    this.terminal = terminal;
  }

  int run(List<String> options) throws IOException {
    if (options.isEmpty() || options.size() > 3) {
      throw new UsageException(USAGE);
    }
    SuiteService service = service(options.get(0));
    Map<String, String> values = values(service);
    if (options.size() == 1) {
      values.forEach((name, value) -> terminal.line("%-32s %s".formatted(name, value)));
      return 0;
    }
    String name = options.get(1);
    requireKnown(name, values);
    if (options.size() == 3) {
      return set(service, name, options.get(2)) ? 0 : 1;
    }
    terminal.line(values.getOrDefault(name, NOT_SET));
    return 0;
  }

  private static SuiteService service(String name) {
    return Arrays.stream(SuiteService.values())
        .filter(service -> service.processName().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "no service '%s'; there are %s%n%s"
                        .formatted(
                            name,
                            Arrays.stream(SuiteService.values())
                                .map(SuiteService::processName)
                                .collect(Collectors.joining(", ")),
                            USAGE)));
  }

  /** Switches of single things, such as promotion-rate.7001, are not there until they are set. */
  private static void requireKnown(String name, Map<String, String> values) {
    if (!values.containsKey(name) && !name.matches("[a-z-]+\\.[\\w.-]+")) {
      throw new UsageException(
          "no switch '%s'; there are %s".formatted(name, String.join(", ", values.keySet())));
    }
  }

  /** What counts in the service, by the switch's name. */
  private Map<String, String> values(SuiteService service) {
    URI address = URI.create("http://" + ports.address(service.port()));
    JsonNode shown =
        client.send(ApiRequest.get(address, "/actuator/switches")).requireSuccess().json();
    Map<String, String> values = new TreeMap<>();
    shown
        .path("switches")
        .properties()
        .forEach(
            entry ->
                values.put(
                    entry.getKey(),
                    entry.getValue().isValueNode()
                        ? entry.getValue().asString()
                        : entry.getValue().toString()));
    return values;
  }

  /** Sets it, and waits until that counts; a text that changes nothing is taken back. */
  private boolean set(SuiteService service, String name, String value) throws IOException {
    Optional<String> text = value.equals(DEFAULT) ? Optional.empty() : Optional.of(value);
    String before = values(service).getOrDefault(name, NOT_SET);
    try (ConfigurationCentre centre =
        ConfigurationCentre.of(service.processName(), ports.address(Port.ZOOKEEPER))) {
      Optional<String> textBefore = centre.text(name);
      centre.set(name, text);
      String now = awaitChange(service, name, before, value);
      boolean counts = text.isEmpty() || now.equals(value) || !now.equals(before);
      if (counts) {
        terminal.line(now);
      } else {
        centre.set(name, textBefore);
        terminal.error("%s stays %s, for '%s' is no other value".formatted(name, now, value));
      }
      return counts;
    }
  }

  private String awaitChange(SuiteService service, String name, String before, String wanted) {
    String now = before;
    for (int look = 0; look < LOOKS && now.equals(before) && !now.equals(wanted); look++) {
      try {
        Thread.sleep(BETWEEN_LOOKS.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return now;
      }
      now = values(service).getOrDefault(name, NOT_SET);
    }
    return now;
  }
}
