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
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Shows what a service's switches are, and sets them in the configuration centre. */
final class SwitchCommand {

  private static final String DEFAULT = "--default";
  private static final String USAGE =
      "usage: ./storefront switch SERVICE [NAME [VALUE | " + DEFAULT + "]]";
  private static final String NOT_SET = "not set";
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

  private final SuiteService service;
  private final PortAssignment ports;
  private final SuiteClient client;
  private final Terminal terminal;

  SwitchCommand(SuiteService service, PortAssignment ports, Terminal terminal) {
    this.service = service;
    this.ports = ports;
    this.client = new SuiteClient(Suite.at(ports));
    this.terminal = terminal;
  }

  int run(List<String> options) throws IOException {
    Map<String, String> values = shown().values();
    if (options.size() == 1) {
      values.forEach((name, value) -> terminal.line("%-32s %s".formatted(name, value)));
      return 0;
    }
    String name = options.get(1);
    requireKnown(name, values);
    if (options.size() == 3) {
      Optional<String> text = Optional.of(options.get(2)).filter(value -> !value.equals(DEFAULT));
      return set(name, text) ? 0 : 1;
    }
    terminal.line(values.getOrDefault(name, NOT_SET));
    return 0;
  }

  /** Whose switches are meant. */
  static SuiteService service(List<String> options) {
    if (options.isEmpty() || options.size() > 3) {
      throw new UsageException(USAGE);
    }
    String name = options.get(0);
    return services()
        .filter(service -> service.processName().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "no service '%s'; there are %s%n%s"
                        .formatted(
                            name,
                            services()
                                .map(SuiteService::processName)
                                .collect(Collectors.joining(", ")),
                            USAGE)));
  }

  /** The start page has none. */
  private static Stream<SuiteService> services() {
    return Arrays.stream(SuiteService.values()).filter(s -> s != SuiteService.STOREFRONT);
  }

  /** Switches of single things, such as promotion-rate.7001, are not there until they are set. */
  private static void requireKnown(String name, Map<String, String> values) {
    if (!values.containsKey(name) && !name.matches("[a-z-]+\\.[\\w.-]+")) {
      throw new UsageException(
          "no switch '%s'; there are %s".formatted(name, String.join(", ", values.keySet())));
    }
  }

  /**
   * What a service says of its switches.
   *
   * @param values what counts, by name
   * @param texts what operators have set, as the service has heard of it
   * @param invalid names of texts that are no values
   */
  private record Shown(Map<String, String> values, Map<String, String> texts, Set<String> invalid) {

    static Shown of(JsonNode json) {
      return new Shown(
          map(json.path("switches")),
          map(json.path("texts")),
          json.path("invalid").valueStream().map(JsonNode::asString).collect(Collectors.toSet()));
    }

    private static Map<String, String> map(JsonNode object) {
      Map<String, String> map = new TreeMap<>();
      object
          .properties()
          .forEach(
              entry ->
                  map.put(
                      entry.getKey(),
                      entry.getValue().isValueNode()
                          ? entry.getValue().asString()
                          : entry.getValue().toString()));
      return map;
    }

    boolean has(String name, Optional<String> text) {
      return Optional.ofNullable(texts.get(name)).equals(text);
    }

    String value(String name) {
      return values.getOrDefault(name, NOT_SET);
    }
  }

  private Shown shown() {
    URI address = URI.create("http://" + ports.address(service.port()));
    return Shown.of(
        client.send(ApiRequest.get(address, "/actuator/switches")).requireSuccess().json());
  }

  /** Sets it, and waits until the service has heard of it; what is no value is taken back. */
  private boolean set(String name, Optional<String> text) throws IOException {
    try (ConfigurationCentre centre =
        ConfigurationCentre.of(service.processName(), ports.address(Port.ZOOKEEPER))) {
      Optional<String> before = centre.text(name);
      Optional<Integer> version = centre.set(name, text);
      Shown shown = awaitHeard(name, text);
      if (!shown.has(name, text)) {
        terminal.error(
            "%s is set, but %s has not heard of it within %d s: it follows once it can reach the configuration centre"
                .formatted(name, service.processName(), PATIENCE.toSeconds()));
        return false;
      }
      if (version.isPresent() && shown.invalid().contains(name)) {
        centre.takeBack(name, version.get(), before);
        terminal.error(
            "%s stays %s: '%s' is no value for it"
                .formatted(name, shown.value(name), text.orElse("")));
        return false;
      }
      terminal.line(shown.value(name));
      return true;
    }
  }

  private Shown awaitHeard(String name, Optional<String> text) {
    Instant latest = Instant.now().plus(PATIENCE);
    Shown shown = shown();
    while (!shown.has(name, text) && Instant.now().isBefore(latest)) {
      try {
        Thread.sleep(BETWEEN_LOOKS.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return shown;
      }
      shown = shown();
    }
    return shown;
  }
}
