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
