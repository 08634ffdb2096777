package dev.storefront.acceptance.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.acceptance.WorkingCopy;
import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.stack.SuiteService;
import java.io.IOException;
import java.io.StringReader;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

/** What docker-compose.yml says, read as YAML. The build does not run it. */
class ComposeFileTest {

  private static final Map<String, Map<String, Object>> SERVICES =
      new Yaml()
          .<Map<String, Map<String, Map<String, Object>>>>load(
              WorkingCopy.text("docker-compose.yml"))
          .get("services");
  private static final String NETWORK_OF_THE_PROFILE =
      "service:network-${COMPOSE_PROFILES:-everything}";
  private static final Set<String> SUITE_PORTS =
      Arrays.stream(SuiteService.values())
          .map(service -> service.port().setting())
          .collect(Collectors.toSet());

  /** Folders that an image keeps in a volume without a name unless one says where. */
  private static final Map<String, Set<String>> VOLUMES =
      Map.of(
          "redis", Set.of("/data"),
          "apache/kafka", Set.of("/var/lib/kafka/data", "/etc/kafka/secrets", "/mnt/shared/config"),
          "mysql", Set.of("/var/lib/mysql"),
          "prom/prometheus", Set.of("/prometheus"));

  /** The Flink cluster of {@code ./storefront up --flink}; compose has none. */
  private static final Set<Port> OF_THE_LOCAL_STACK_ALONE =
      EnumSet.of(Port.FLINK, Port.FLINK_JOBMANAGER, Port.FLINK_TASKMANAGER);

  @Test
  void each_profile_publishes_the_ports_of_what_runs_in_it() {
    Set<String> servers =
        Arrays.stream(Port.values())
            .filter(port -> port != Port.KAFKA_CONTROLLER)
            .filter(port -> !OF_THE_LOCAL_STACK_ALONE.contains(port))
            .map(Port::setting)
            .filter(port -> !SUITE_PORTS.contains(port))
            .collect(Collectors.toSet());

    assertThat(published("network-infrastructure")).isEqualTo(servers);
    assertThat(published("network-everything"))
        .containsAll(servers)
        .containsAll(SUITE_PORTS)
        .hasSize(servers.size() + SUITE_PORTS.size());
  }

  /** By the settings' names; that the numbers fit is {@link VersionsAndPortsTest}'s. */
  private static Set<String> published(String network) {
    return strings(SERVICES.get(network).get("ports")).stream()
        .map(port -> port.replaceAll("127\\.0\\.0\\.1:\\$\\{(\\w+):-.*", "$1"))
        .collect(Collectors.toSet());
  }

  @ParameterizedTest
  @CsvSource({
    "infrastructure, redis-1 redis-2 redis-3 redis-cluster kafka database hbase",
    "everything, redis-1 redis-2 redis-3 redis-cluster kafka database hbase storefront"
        + " fitment-service browse-history-service flash-sale-service shortlink-service"
        + " user-tag-service demo"
  })
  void all_of_a_profile_share_the_network_of_its_owner(String profile, String names) {
    String owner = "network-" + profile;
    Map<String, Object> networks = new TreeMap<>();
    SERVICES.forEach(
        (name, service) -> {
          if (strings(service.get("profiles")).contains(profile) && !name.equals(owner)) {
            networks.put(name, service.getOrDefault("network_mode", "its own"));
          }
        });

    assertThat(networks.keySet()).containsExactlyInAnyOrder(names.split(" "));
    assertThat(networks.values()).containsOnly(NETWORK_OF_THE_PROFILE);
  }

  @Test
  void every_container_has_a_memory_limit_and_none_starts_a_jvm_to_ask_for_health() {
    Map<String, String> checks = new TreeMap<>();
    SERVICES.forEach(
        (name, service) -> {
          assertThat(service).as(name).containsKey("mem_limit");
          if (service.get("healthcheck") instanceof Map<?, ?> check) {
            checks.put(name, String.valueOf(check.get("test")));
          }
        });
    assertThat(checks)
        .containsOnlyKeys("redis-1", "redis-2", "redis-3", "kafka", "database", "hbase")
        .allSatisfy((name, check) -> assertThat(check).startsWith("[CMD, "));
    checks.put("the services' own", WorkingCopy.text("docker/ready.sh"));
    // Scripts and commands of Kafka and HBase start one.
    assertThat(String.join("\n", checks.values()))
        .doesNotContainPattern("java|\\bbin/|\\.sh\\b|\\bkafka-|\\bhbase\\b");
  }

  @Test
  void what_is_built_here_is_never_pulled_and_all_else_is_pinned() {
    SERVICES.forEach(
        (name, service) -> {
          if (service.containsKey("build")) {
            assertThat(service).as(name).containsEntry("pull_policy", "build");
          } else {
            assertThat(String.valueOf(service.get("image"))).as(name).matches(".+:v?[\\d.]+");
          }
        });
  }

  @Test
  void no_container_leaves_a_volume_without_a_name() {
    Set<String> images = new TreeSet<>();
    SERVICES.forEach(
        (name, service) -> {
          String image = String.valueOf(service.get("image")).replaceAll(":.*", "");
          if (VOLUMES.containsKey(image)) {
            images.add(image);
            assertThat(folders(service)).as(name).containsAll(VOLUMES.get(image));
          }
        });
    assertThat(images).isEqualTo(VOLUMES.keySet());
  }

  /** Where something is mounted, or memory. */
  private static List<String> folders(Map<String, Object> service) {
    return Stream.of("volumes", "tmpfs")
        .flatMap(kind -> strings(service.get(kind)).stream())
        .map(mount -> mount.replaceAll("^[^:]+:|:ro$", ""))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"kafka", "database", "hbase"})
  void a_slow_server_has_the_time_to_start_and_to_end(String name) {
    Map<String, Object> server = SERVICES.get(name);
    assertThat(server).containsEntry("stop_grace_period", "60s");
    assertThat(String.valueOf(server.get("healthcheck"))).contains("start_period=180s");
  }

  /** Six that start at once on two cores need more than Docker gives. Their image has the check. */
  @ParameterizedTest
  @EnumSource
  void a_service_has_the_time_to_start_and_to_end(SuiteService suite) {
    Map<String, Object> service = SERVICES.get(suite.processName());
    assertThat(service).containsEntry("stop_grace_period", "30s").doesNotContainKey("healthcheck");
    assertThat(WorkingCopy.text("Dockerfile")).contains("HEALTHCHECK", "--start-period=300s");
  }

  @ParameterizedTest
  @CsvSource({"database, healthy", "kafka, healthy", "hbase, started", "redis-cluster, completed"})
  void a_service_waits_for_the_health_of_what_its_start_needs(String server, String state) {
    assertThat(SuiteService.values())
        .filteredOn(suite -> suite.database().isPresent())
        .hasSize(5)
        .extracting(suite -> String.valueOf(SERVICES.get(suite.processName()).get("depends_on")))
        .allMatch(waits -> waits.contains(server + "={condition=service_" + state));
  }

  @Test
  void everything_that_is_mounted_is_there() {
    List<String> mounted =
        SERVICES.values().stream()
            .flatMap(service -> strings(service.get("volumes")).stream())
            .filter(volume -> volume.startsWith("./"))
            .map(volume -> volume.substring(0, volume.indexOf(':')))
            .toList();

    assertThat(mounted)
        .isNotEmpty()
        .allSatisfy(file -> assertThat(WorkingCopy.path(file)).exists());
  }

  @Test
  void kafka_has_the_settings_that_it_has_without_docker() throws IOException {
    Properties local = new Properties();
    local.load(
        new StringReader(
            WorkingCopy.text(
                "local-stack/src/main/resources/dev/storefront/localstack/kafka/server.properties")));

    assertThat(local.stringPropertyNames())
        .filteredOn(name -> !local.getProperty(name).contains("${"))
        .isNotEmpty()
        .allSatisfy(
            name ->
                assertThat(String.valueOf(environment("kafka").get(kafkaSetting(name))))
                    .isEqualTo(local.getProperty(name)));
  }

  private static String kafkaSetting(String property) {
    return "KAFKA_" + property.toUpperCase(Locale.ROOT).replace('.', '_');
  }

  @Test
  void every_service_knows_every_port_under_the_setting_that_its_profile_reads() {
    Set<String> read =
        Stream.of(
                "common-lib/src/main/resources/storefront-defaults.yml",
                "storefront-web/src/main/resources/application.yml")
            .flatMap(file -> settings(WorkingCopy.text(file)))
            .collect(Collectors.toSet());

    assertThat(read).hasSizeGreaterThan(SUITE_PORTS.size());
    for (SuiteService service : SuiteService.values()) {
      assertThat(environment(service.processName()))
          .as(service.processName())
          .containsEntry("SPRING_PROFILES_ACTIVE", "local")
          .containsKeys(read.toArray(String[]::new));
    }
  }

  private static Stream<String> settings(String text) {
    return Pattern.compile("\\$\\{(\\w+_PORT):\\d+}")
        .matcher(text)
        .results()
        .map(match -> match.group(1));
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> environment(String service) {
    return (Map<String, Object>) SERVICES.get(service).get("environment");
  }

  @SuppressWarnings("unchecked")
  private static List<String> strings(Object list) {
    return list == null ? List.of() : (List<String>) list;
  }
}
