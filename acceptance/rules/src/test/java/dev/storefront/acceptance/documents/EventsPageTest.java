package dev.storefront.acceptance.documents;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.storefront.acceptance.Module;
import dev.storefront.acceptance.WorkingCopy;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** docs/events.md has the topics of the services' settings, and the members of their events. */
class EventsPageTest {

  private static final String PAGE = WorkingCopy.text("docs/events.md");
  private static final String SETTING = "storefront.kafka.topics.";
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .importPaths(
              WorkingCopy.modules().stream()
                  .filter(module -> module.isService() || module.name().endsWith("/core"))
                  .map(Module::classes)
                  .toList());

  private static final Pattern TOPIC =
      Pattern.compile("(?m)^\\| `([a-z-]+)` \\| (\\d+) \\|.*\\| ([^|]+) \\|$");
  private static final Pattern WAY =
      Pattern.compile("(?m)^\\| `([a-z-]+)` \\| \\d+ \\| [^|]+ \\| ([^|]+) \\| ([^|]+) \\|");
  private static final Pattern SERVICE = Pattern.compile("(?m)^  (\\w+)\\[\"([a-z-]+-service):");
  private static final Pattern ARROW = Pattern.compile("(?m)^  (\\S.*) -- ([a-z-]+) --> (.+)$");
  private static final Pattern MEMBER =
      Pattern.compile("(?m)^\\| (?:`([a-z-]+)`)? ?\\| \\*{0,2}`(\\w+)`\\*{0,2} \\|");

  @Test
  void topics_have_the_partitions_and_the_cleanup_of_the_services_settings() {
    Map<String, String> partitions = new TreeMap<>();
    Map<String, Boolean> compacted = new TreeMap<>();
    TOPIC
        .matcher(PAGE)
        .results()
        .forEach(
            row -> {
              partitions.put(row.group(1), row.group(2));
              compacted.put(row.group(1), row.group(3).startsWith("compacted"));
            });
    Map<String, String> set = new TreeMap<>();
    Map<String, Boolean> setCompacted = new TreeMap<>();
    WorkingCopy.modules().stream()
        .filter(Module::isService)
        .map(module -> settings(module))
        .forEach(
            settings ->
                settings.forEach(
                    (name, value) -> {
                      if (name.endsWith(".partitions")) {
                        String topic =
                            name.substring(
                                SETTING.length(), name.length() - ".partitions".length());
                        String before = set.put(topic, value);
                        assertThat(before == null || before.equals(value)).as(topic).isTrue();
                        String compact =
                            settings.getOrDefault(SETTING + topic + ".compacted", "false");
                        setCompacted.put(topic, Boolean.valueOf(compact));
                      }
                    }));
    assertThat(partitions).hasSizeGreaterThan(8).isEqualTo(set);
    assertThat(compacted).isEqualTo(setCompacted);
  }

  /** The page says that it does. */
  @Test
  void the_picture_of_the_suite_has_who_writes_and_reads_each_topic() {
    String picture = WorkingCopy.text("docs/README.md");
    Map<String, String> services =
        SERVICE
            .matcher(picture)
            .results()
            .collect(Collectors.toMap(box -> box.group(1), box -> box.group(2)));
    Set<String> drawn = new TreeSet<>();
    ARROW
        .matcher(picture)
        .results()
        .forEach(
            arrow -> {
              String topic = arrow.group(2);
              boxes(arrow.group(1), services)
                  .forEach(service -> drawn.add(service + " to " + topic));
              boxes(arrow.group(3), services)
                  .forEach(service -> drawn.add(topic + " to " + service));
            });
    Set<String> told = new TreeSet<>();
    WAY.matcher(PAGE)
        .results()
        .forEach(
            row -> {
              String topic = row.group(1);
              named(row.group(2), services).forEach(service -> told.add(service + " to " + topic));
              named(row.group(3), services).forEach(service -> told.add(topic + " to " + service));
            });
    told.remove("flash-sale-service to flash-sale-probe"); // which nobody reads

    assertThat(services).hasSize(5);
    assertThat(drawn).isEqualTo(told);
  }

  private static Stream<String> boxes(String side, Map<String, String> services) {
    return Stream.of(side.split(" & "))
        .map(box -> services.get(box.replaceAll("\\W.*", "")))
        .filter(Objects::nonNull);
  }

  private static Stream<String> named(String cell, Map<String, String> services) {
    return services.values().stream().filter(cell::contains);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "page-views, dev.storefront.history.core.PageView",
    "fitment-changes, dev.storefront.fitment.cell.FitmentChange",
    "flash-sale-ledger, dev.storefront.flashsale.ledger.LedgerEntry",
    "flash-sale-events, dev.storefront.flashsale.event.FlashSaleEvent",
    "shortlink-mappings, dev.storefront.shortlink.link.MappingEvent",
    "shortlink-clicks, dev.storefront.shortlink.click.ClickEvent",
    "audience-events, dev.storefront.usertag.standing.AudienceEvent",
  })
  void values_have_the_members_of_what_writes_them(String topic, String event) {
    assertThat(members(topic)).containsExactlyInAnyOrderElementsOf(componentsOf(event));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "product-changes, dev.storefront.fitment.product.ProductChange",
    "product-changes, dev.storefront.history.product.ProductChange",
    "flash-sale-events, dev.storefront.history.purchase.SaleEvent",
    "user-tag-changes," + " dev.storefront.usertag.tagging.TagChangeListener$TagChanged",
  })
  void values_that_others_write_have_what_is_read_of_them(String topic, String event) {
    assertThat(members(topic)).containsAll(componentsOf(event));
  }

  private static Set<String> members(String topic) {
    Map<String, Set<String>> byTopic = new LinkedHashMap<>();
    String current = "";
    String values = PAGE.substring(PAGE.indexOf("## Values"));
    for (MatchResult row : MEMBER.matcher(values).results().toList()) {
      current = row.group(1) == null ? current : row.group(1);
      byTopic.computeIfAbsent(current, t -> new LinkedHashSet<>()).add(row.group(2));
    }
    assertThat(byTopic).containsKey(topic);
    return byTopic.get(topic);
  }

  /** Of a record, as it was compiled: the services are not on the class path here. */
  private static List<String> componentsOf(String event) {
    return CLASSES.get(event).getFields().stream()
        .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
        .map(JavaField::getName)
        .toList();
  }

  /** The settings of a service's topics, by their full names. */
  private static Map<String, String> settings(Module module) {
    Map<String, String> flat = new TreeMap<>();
    String text = WorkingCopy.read(module.folder().resolve("src/main/resources/application.yml"));
    new Yaml(new SafeConstructor(new LoaderOptions()))
        .loadAll(text)
        .forEach(document -> flatten("", document, flat));
    flat.keySet().removeIf(name -> !name.startsWith(SETTING));
    return flat;
  }

  private static void flatten(String prefix, Object value, Map<String, String> flat) {
    if (value instanceof Map<?, ?> map) {
      map.forEach(
          (name, inner) ->
              flatten(prefix.isEmpty() ? "" + name : prefix + "." + name, inner, flat));
    } else {
      flat.put(prefix, String.valueOf(value));
    }
  }
}
