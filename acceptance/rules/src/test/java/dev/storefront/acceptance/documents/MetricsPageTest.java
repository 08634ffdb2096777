package dev.storefront.acceptance.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.acceptance.Module;
import dev.storefront.acceptance.WorkingCopy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** docs/metrics.md has the metrics of the code; alert rules and dashboards have no other. */
class MetricsPageTest {

  private static final String PAGE = WorkingCopy.text("docs/metrics.md");
  private static final Pattern IN_CODE =
      Pattern.compile(
          "\\.(?:counter|timer|gauge|summary|builder)\\(\\s*\"(storefront\\.[a-z.]+)\"");
  private static final Pattern OWN_ROW =
      Pattern.compile("(?m)^\\| `(storefront\\.[a-z.]+)` \\| `(\\w+)` \\|");
  private static final Pattern LIBRARY_ROW = Pattern.compile("(?m)^\\| (`\\w+`(?:, `\\w+`)*) \\|");
  private static final Pattern METRIC =
      Pattern.compile("\\b(?:up|[a-z][a-z0-9]*(?:_[a-z0-9]+)+)\\b(?!\\s*\\()");
  private static final Pattern OF_A_TIMER = Pattern.compile("_(bucket|count|sum|max)$");

  @Test
  void the_page_has_every_metric_of_the_code_and_no_other() {
    Set<String> inCode =
        TrackedFiles.endingIn(".java").stream()
            .filter(file -> file.toString().contains("/src/main/"))
            .flatMap(file -> IN_CODE.matcher(WorkingCopy.read(file)).results())
            .map(match -> match.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(inCode).hasSizeGreaterThan(10);
    assertThat(own().keySet()).isEqualTo(inCode);
  }

  @Test
  void a_name_in_prometheus_follows_from_the_metrics_own() {
    own().forEach((name, there) -> assertThat(there).startsWith(name.replace('.', '_')));
  }

  @Test
  void alert_rules_say_what_to_do_and_use_metrics_of_the_page() {
    List<Map<String, Object>> rules =
        maps(yaml("observability/alerts.yml"), "groups").stream()
            .flatMap(group -> maps(group, "rules").stream())
            .toList();
    assertThat(rules).hasSizeGreaterThan(10);
    assertThat(rules)
        .allSatisfy(
            rule -> {
              assertThat(rule.get("alert")).isNotNull();
              assertThat(rule.get("annotations"))
                  .asInstanceOf(InstanceOfAssertFactories.MAP)
                  .containsKeys("summary", "action");
              assertThat(unknown(String.valueOf(rule.get("expr")))).isEmpty();
            });
    assertThat(rules.stream().map(rule -> rule.get("alert"))).doesNotHaveDuplicates();
  }

  @Test
  void each_service_has_a_dashboard_of_metrics_of_the_page() {
    List<Path> dashboards =
        TrackedFiles.endingIn(".json").stream()
            .filter(file -> file.toString().contains("/observability/grafana/dashboards/"))
            .toList();
    Set<String> services =
        WorkingCopy.modules().stream()
            .filter(Module::isService)
            .map(module -> module.name() + ".json")
            .collect(Collectors.toSet());
    assertThat(dashboards.stream().map(file -> file.getFileName().toString()))
        .containsAll(services);
    for (Path dashboard : dashboards) {
      List<JsonNode> targets =
          JsonMapper.builder().build().readTree(WorkingCopy.read(dashboard)).findValues("expr");
      assertThat(targets).as(dashboard.toString()).isNotEmpty();
      assertThat(targets.stream().flatMap(expr -> unknown(expr.asString()).stream()))
          .as(dashboard.toString())
          .isEmpty();
    }
  }

  @Test
  void prometheus_is_given_the_rules_and_every_process_of_the_suite() {
    Map<String, Object> settings = yaml("observability/prometheus.yml");
    assertThat(settings.get("rule_files")).isEqualTo(List.of("alerts.yml"));
    assertThat(settings.toString()).contains("8080", "8081", "8082", "8083", "8084", "8085");
  }

  /** By the metric's name, its name in Prometheus. */
  private static Map<String, String> own() {
    Map<String, String> rows = new TreeMap<>();
    OWN_ROW.matcher(PAGE).results().forEach(row -> rows.put(row.group(1), row.group(2)));
    return rows;
  }

  private static Set<String> known() {
    return Stream.concat(
            own().values().stream(),
            LIBRARY_ROW
                .matcher(PAGE)
                .results()
                .flatMap(row -> Stream.of(row.group(1).replace("`", "").split(", "))))
        .collect(Collectors.toSet());
  }

  /** The metrics of a query that the page does not have. */
  private static List<String> unknown(String query) {
    Set<String> known = known();
    String bare =
        query
            .replaceAll("\\{[^}]*}", "")
            .replaceAll("\\[[^]]*]", "")
            .replaceAll("\\bby\\s*\\([^)]*\\)", "");
    List<String> metrics = METRIC.matcher(bare).results().map(match -> match.group()).toList();
    assertThat(metrics).as(query).isNotEmpty();
    return metrics.stream()
        .filter(name -> !known.contains(name))
        .filter(name -> !known.contains(OF_A_TIMER.matcher(name).replaceFirst("")))
        .toList();
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> yaml(String file) {
    return (Map<String, Object>)
        new Yaml(new SafeConstructor(new LoaderOptions())).load(WorkingCopy.text(file));
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> maps(Map<String, Object> of, String name) {
    return (List<Map<String, Object>>) of.get(name);
  }
}
