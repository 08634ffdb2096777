package dev.storefront.acceptance.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.acceptance.Module;
import dev.storefront.acceptance.WorkingCopy;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrackedFilesTest {

  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)(#[^)]*)?\\)");
  // A folder of one person's machine, as it stands where a path begins.
  private static final Pattern MACHINE_PATH =
      Pattern.compile("(?<![\\w./}$-])/(home|Users|work|tmp/bash_jobs)/[\\w.-]+");
  private static final Pattern REGISTRY =
      Pattern.compile("https?://[\\w.:-]*(repo1?|registry|nexus|artifactory|mirror)[\\w-]*\\.");
  private static final Pattern REPOSITORY =
      Pattern.compile("<(pluginR|r)epositor(y|ies)>|<mirror>");
  // What git writes between the two sides of a conflict, and around them.
  private static final Pattern CONFLICT = Pattern.compile("(?m)^(<{7} |={7}$|>{7} )");

  /** In parts, where the tests below would find this file too. */
  @ParameterizedTest
  @ValueSource(strings = {"home/alice", "Users/alice", "work/alice", "tmp/bash_jobs/x"})
  void a_folder_of_one_machine_is_found(String folder) {
    assertThat(List.of("in /" + folder, "\"/" + folder + "/file\"", "/" + folder))
        .allMatch(text -> MACHINE_PATH.matcher(text).find());
    assertThat(List.of("example.org/" + folder, "./" + folder, "${ROOT}/" + folder))
        .noneMatch(text -> MACHINE_PATH.matcher(text).find());
  }

  @ParameterizedTest
  @ValueSource(strings = {"repo", "repo1", "registry", "nexus", "artifactory", "mirror"})
  void a_package_registry_is_found(String name) {
    assertThat(Stream.of("", "my.", "my-").map(before -> "https://" + before + name))
        .allMatch(host -> REGISTRY.matcher(host + ".example.org/maven2").find())
        .allMatch(host -> REGISTRY.matcher(host + "-2.example.org").find());
    assertThat("https://example.org/" + name).doesNotContainPattern(REGISTRY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"repository", "repositories", "pluginRepository", "mirror"})
  void a_repository_of_a_pom_is_found(String element) {
    assertThat("<" + element + "><url>").containsPattern(REPOSITORY);
  }

  @Test
  void a_link_is_found_without_its_fragment() {
    assertThat(LINK.matcher("[a](b.md), [c](d/e.md#f), [g](#h) and (i.md)").results())
        .extracting(link -> link.group(1))
        .containsExactly("b.md", "d/e.md");
  }

  @Test
  void every_relative_link_leads_somewhere() {
    assertThat(TrackedFiles.endingIn(".md"))
        .isNotEmpty()
        .allSatisfy(page -> assertThat(linksOf(page)).allSatisfy(l -> assertThat(l).exists()));
  }

  @Test
  void no_file_names_a_folder_of_one_machine() {
    assertThat(TrackedFiles.texts())
        .noneMatch(file -> MACHINE_PATH.matcher(WorkingCopy.read(file)).find());
  }

  @Test
  void no_file_names_a_package_registry() {
    assertThat(TrackedFiles.texts())
        .noneMatch(file -> REGISTRY.matcher(WorkingCopy.read(file)).find());
    assertThat(TrackedFiles.endingIn(".xml"))
        .noneMatch(file -> REPOSITORY.matcher(WorkingCopy.read(file)).find());
  }

  @Test
  void no_file_has_marks_of_a_merge_that_nobody_finished() {
    assertThat(Stream.of("<".repeat(7) + " HEAD", "=".repeat(7), ">".repeat(7) + " branch"))
        .as("that such ones are found")
        .allMatch(mark -> CONFLICT.matcher("before\n" + mark + "\nafter\n").find());
    assertThat(TrackedFiles.texts())
        .noneMatch(file -> CONFLICT.matcher(WorkingCopy.read(file)).find());
  }

  @Test
  void jdbc_time_outs_are_set_in_one_place() {
    assertThat(TrackedFiles.texts())
        .filteredOn(file -> WorkingCopy.read(file).contains("socket" + "Timeout"))
        // A job on a Flink cluster has no settings of Spring.
        .filteredOn(file -> !file.startsWith(WorkingCopy.path("browse-history-service/jobs")))
        .containsExactly(WorkingCopy.path("common-lib/src/main/resources/storefront-defaults.yml"));
  }

  @Test
  void texts_end_with_a_line_end_and_hold_no_tabs_or_carriage_returns() {
    assertThat(TrackedFiles.texts())
        .allSatisfy(
            file -> {
              String text = WorkingCopy.read(file);
              assertThat(text).as("%s", file).doesNotContain("\t", "\r");
              assertThat(text.isEmpty() || text.endsWith("\n")).as("end of %s", file).isTrue();
            });
  }

  @Test
  void scripts_can_be_run() {
    assertThat(
            Stream.of(
                    "storefront",
                    ".ci/run",
                    "acceptance/flash-sale-faults",
                    "acceptance/model-run",
                    "acceptance/browse-history-model",
                    "acceptance/shortlink-model",
                    "acceptance/user-tag-model")
                .map(WorkingCopy::path))
        .allSatisfy(script -> assertThat(script).isExecutable());
  }

  /** Maven reads the POM of every module, whichever it is told to build. */
  @Test
  void images_are_made_with_every_module() {
    List<PathMatcher> taken =
        WorkingCopy.text(".dockerignore")
            .lines()
            .filter(line -> line.startsWith("!"))
            .map(line -> FileSystems.getDefault().getPathMatcher("glob:" + line.substring(1)))
            .toList();
    List<Module> modules = WorkingCopy.modules();

    assertThat(modules)
        .isNotEmpty()
        .allSatisfy(
            module -> {
              assertThat(taken).as("POM of %s", module).anyMatch(is(module, "pom.xml"));
              if (!module.mainSources().isEmpty()) {
                assertThat(taken).as("sources of %s", module).anyMatch(is(module, "src/main"));
              }
            });
  }

  private static Predicate<PathMatcher> is(Module module, String file) {
    return taken -> taken.matches(Path.of(module.name(), file));
  }

  private static Stream<Path> linksOf(Path page) {
    return LINK.matcher(WorkingCopy.read(page))
        .results()
        .map((MatchResult link) -> link.group(1))
        .filter(target -> !target.matches("[a-z]+:.*"))
        .map(target -> page.resolveSibling(target).normalize());
  }
}
