package dev.storefront.acceptance.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.acceptance.Module;
import dev.storefront.acceptance.WorkingCopy;
import dev.storefront.localstack.home.Port;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each version and each port is said in several places; all have to say the same. */
class VersionsAndPortsTest {

  private static final String README = WorkingCopy.text("README.md");
  private static final String COMPOSE = WorkingCopy.text("docker-compose.yml");
  private static final String POM = WorkingCopy.text("pom.xml");
  private static final Map<String, Integer> PORTS =
      Arrays.stream(Port.values()).collect(Collectors.toMap(Port::setting, Port::standard));
  private static final Map<Integer, String> CONTRACT =
      Map.ofEntries(
          Map.entry(8080, "storefront"),
          Map.entry(8081, "fitment-service"),
          Map.entry(8082, "browse-history-service"),
          Map.entry(8083, "flash-sale-service"),
          Map.entry(8084, "shortlink-service"),
          Map.entry(8085, "user-tag-service"),
          Map.entry(17001, "redis"),
          Map.entry(17002, "redis"),
          Map.entry(17003, "redis"),
          Map.entry(19092, "kafka"),
          Map.entry(13306, "database"),
          Map.entry(12181, "zookeeper"));

  @Test
  void the_local_stack_uses_the_ports_of_the_contract() {
    assertThat(PORTS.values()).containsAll(CONTRACT.keySet());
  }

  @Test
  void compose_publishes_the_ports_of_the_local_stack_under_the_same_settings() {
    Map<String, Integer> published = new TreeMap<>();
    matches("127\\.0\\.0\\.1:\\$\\{(\\w+_PORT):-(\\d+)}:\\$\\{\\1:-\\2}", COMPOSE)
        .forEach(match -> published.put(match.group(1), Integer.valueOf(match.group(2))));
    assertThat(PORTS).containsAllEntriesOf(published);
    assertThat(published.values()).containsAll(CONTRACT.keySet());
  }

  @Test
  void every_default_of_a_port_is_the_standard_one() {
    Map<String, List<String>> wrong =
        TrackedFiles.texts().stream()
            .collect(
                Collectors.toMap(
                    file -> WorkingCopy.root().relativize(file).toString(),
                    file -> wrongDefaults(WorkingCopy.read(file))));
    wrong.values().removeIf(List::isEmpty);
    assertThat(wrongDefaults("${FITMENT_PORT" + ":1}")).as("that such a one is found").isNotEmpty();
    assertThat(wrong).isEmpty();
  }

  @Test
  void each_service_listens_on_its_port_of_the_contract() {
    assertThat(WorkingCopy.modules())
        .filteredOn(Module::isService)
        .allSatisfy(
            module -> {
              String settings =
                  WorkingCopy.read(module.folder().resolve("src/main/resources/application.yml"));
              assertThat(matches("port: (?:\\$\\{\\w+:)?(\\d+)", settings))
                  .extracting(match -> CONTRACT.get(Integer.valueOf(match.group(1))))
                  .contains(module.name());
            });
  }

  @Test
  void the_readme_names_every_port_and_no_other() {
    Set<Integer> named = new TreeSet<>();
    matches("(?:127\\.0\\.0\\.1|localhost):(\\d+)", README)
        .forEach(match -> named.add(Integer.valueOf(match.group(1))));
    assertThat(named).isNotEmpty();
    assertThat(PORTS.values()).containsAll(named);
    assertThat(CONTRACT.keySet())
        .allSatisfy(port -> assertThat(README).containsPattern("\\b" + port + "\\b|17001-17003"));
  }

  @Test
  void the_readme_names_the_versions_that_the_build_uses() {
    assertThat(README).contains("JDK " + property("java.version"));
    String boot =
        group("<artifactId>spring-boot-starter-parent</artifactId>\\s*<version>([^<]+)", POM);
    assertThat(matches("Spring Boot (\\d+(?:\\.\\d+)+)", README))
        .isNotEmpty()
        .allSatisfy(match -> assertThat(boot).startsWith(match.group(1)));
  }

  @Test
  void the_kafka_image_is_of_the_version_that_runs_without_docker() {
    String jars = WorkingCopy.text("local-stack/kafka-server/target/classpath");
    assertThat(group("image: apache/kafka:([\\d.]+)", COMPOSE))
        .isEqualTo(group("kafka_2\\.13-([\\d.]+)\\.jar", jars));
  }

  @Test
  void hbase_is_of_one_version_everywhere() {
    String jars = WorkingCopy.text("local-stack/hbase-server/target/classpath");
    assertThat(group("hbase-server-([\\w.-]+?)\\.jar", jars)).isEqualTo(property("hbase.version"));
  }

  @Test
  void what_has_not_the_parent_has_its_versions_all_the_same() {
    String jobs = WorkingCopy.text("browse-history-service/jobs/pom.xml");
    String flink = WorkingCopy.text("local-stack/flink-server/pom.xml");
    Map<String, String> versions = versions(POM);
    versions(flink)
        .forEach((name, version) -> assertThat(versions(jobs)).containsEntry(name, version));
    versions(jobs)
        .forEach(
            (name, version) ->
                assertThat(versions.getOrDefault(name, version)).as(name).isEqualTo(version));
    assertThat(versions).containsKeys("hadoop.version", "error-prone.version");
  }

  /** By the name of their property; that of the log is a server's own matter. */
  private static Map<String, String> versions(String pom) {
    Map<String, String> versions = new TreeMap<>();
    matches("<([a-z][a-z0-9-]*\\.version)>([^<$]+)</", pom)
        .forEach(match -> versions.put(match.group(1), match.group(2)));
    versions.remove("log4j.version");
    return versions;
  }

  @Test
  void containers_run_the_jdk_that_the_build_is_made_for() {
    String jdk = property("java.version");
    assertThat(TrackedFiles.endingIn("Dockerfile"))
        .isNotEmpty()
        .allSatisfy(
            file ->
                assertThat(matches("temurin[-:](\\d+)", WorkingCopy.read(file)))
                    .isNotEmpty()
                    .allSatisfy(match -> assertThat(match.group(1)).isEqualTo(jdk)));
  }

  private static List<String> wrongDefaults(String text) {
    return matches("\\$\\{(\\w+_PORT):-?(\\d+)}", text)
        .filter(match -> !Integer.valueOf(match.group(2)).equals(PORTS.get(match.group(1))))
        .map(MatchResult::group)
        .distinct()
        .toList();
  }

  private static String property(String name) {
    return group("<" + Pattern.quote(name) + ">([^<]+)<", POM);
  }

  private static String group(String regex, String text) {
    return matches(regex, text).map(match -> match.group(1)).findFirst().orElse("no " + regex);
  }

  private static Stream<MatchResult> matches(String regex, String text) {
    return Pattern.compile(regex).matcher(text).results();
  }
}
