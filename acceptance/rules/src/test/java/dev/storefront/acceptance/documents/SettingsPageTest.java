package dev.storefront.acceptance.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.acceptance.WorkingCopy;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/deployment.md has every setting of the code, and no other. */
class SettingsPageTest {

  private static final String PAGE = WorkingCopy.text("docs/deployment.md");
  private static final Pattern RECORD =
      Pattern.compile(
          "/\\*\\*((?:(?!\\*/).)*)\\*/\\s*(?:@\\w+\\s+)*"
              + "@ConfigurationProperties\\(\"([^\"]+)\"\\)",
          Pattern.DOTALL);
  private static final Pattern PARAM = Pattern.compile("@param (\\w+)");
  private static final Pattern PLACEHOLDER =
      Pattern.compile("[\"{]((?:storefront|history)\\.[a-z.-]+)");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| (`(?:storefront|history)\\.[^|]+`) \\|");

  private static final List<String> SOURCES =
      Stream.of(".java", ".yml")
          .flatMap(ending -> TrackedFiles.endingIn(ending).stream())
          .filter(file -> file.toString().contains("/src/main/"))
          .map(WorkingCopy::read)
          .toList();

  @Test
  void the_page_has_every_setting_that_a_record_takes() {
    assertThat(ofRecords()).hasSizeGreaterThan(30);
    assertThat(onPage()).containsAll(ofRecords());
  }

  @Test
  void every_setting_on_the_page_is_one_of_the_code() {
    Set<String> inCode = ofRecords();
    SOURCES.forEach(
        source ->
            PLACEHOLDER.matcher(source).results().forEach(match -> inCode.add(match.group(1))));
    assertThat(inCode).containsAll(onPage());
  }

  private static Set<String> ofRecords() {
    Set<String> settings = new TreeSet<>();
    for (String source : SOURCES) {
      RECORD
          .matcher(source)
          .results()
          .forEach(
              record ->
                  PARAM
                      .matcher(record.group(1))
                      .results()
                      .forEach(
                          param -> settings.add(record.group(2) + "." + kebab(param.group(1)))));
    }
    return settings;
  }

  /** The first cells below "Settings". */
  private static Set<String> onPage() {
    return ROW.matcher(PAGE.substring(PAGE.indexOf("\n## Settings")))
        .results()
        .flatMap(row -> Stream.of(row.group(1).replace("`", "").split(", ")))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String kebab(String camel) {
    return camel.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }
}
