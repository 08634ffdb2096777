package dev.storefront.acceptance.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.acceptance.WorkingCopy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code .ci/run} makes of what Maven says, here said by a script. */
class CiRunTest {

  private static final String ALL_FINE =
      """
      [INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 1, Time elapsed: 1,002.5 s -- in a.SlowTest
      [INFO] Tests run: 4, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.5 s -- in a.QuickTest
      [INFO] Tests run: 1, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.5 s -- in a.QuickTest
      [WARNING] Tests run: 8, Failures: 0, Errors: 0, Skipped: 1
      [INFO] Reactor Summary for storefront 1.0.0-SNAPSHOT:
      [INFO] fitment-service .................................... SUCCESS [04:31 min]
      [INFO] Total time:  14:02 min (Wall Clock)
      """;

  private static final String ONE_FAILS =
      """
      [ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 3 s <<< FAILURE! -- in b.BadTest
      [ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0
      """;

  @TempDir private Path folder;

  @Test
  void it_tells_the_time_of_modules_and_classes_and_then_the_counts() throws Exception {
    Run run = run(ALL_FINE, 0);

    assertThat(run.exitCode()).isZero();
    assertThat(run.lines())
        .containsSubsequence(
            "     04:31 min  fitment-service",
            "  14:02 min (Wall Clock)  the whole",
            "    1002.5  a.SlowTest",
            "       1.0  a.QuickTest")
        .last()
        .isEqualTo("7 passed, 0 failed, 1 skipped");
  }

  @Test
  void it_fails_as_Maven_does() throws Exception {
    Run run = run(ALL_FINE + ONE_FAILS, 1);

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.lines()).last().isEqualTo("8 passed, 1 failed, 1 skipped");
  }

  @Test
  void it_fails_after_a_failed_test_also_where_Maven_does_not() throws Exception {
    assertThat(run(ONE_FAILS, 0).exitCode()).isEqualTo(1);
  }

  @Test
  void it_fails_where_Maven_does_before_any_test() throws Exception {
    Run run = run("[ERROR] COMPILATION ERROR :\n", 1);

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.lines()).last().isEqualTo("0 passed, 0 failed, 0 skipped");
  }

  private Run run(String said, int exitCode) throws IOException, InterruptedException {
    Path log = Files.writeString(folder.resolve("said"), said);
    Path mvn =
        Files.writeString(
            folder.resolve("mvn"), "#!/bin/sh\ncat '%s'\nexit %d\n".formatted(log, exitCode));
    assertThat(mvn.toFile().setExecutable(true)).isTrue();
    Path out = folder.resolve("out");
    ProcessBuilder builder =
        new ProcessBuilder(WorkingCopy.path(".ci/run").toString())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile());
    builder.environment().merge("PATH", folder.toString(), (path, first) -> first + ":" + path);
    int result = builder.start().waitFor();
    return new Run(result, Files.readAllLines(out));
  }

  private record Run(int exitCode, List<String> lines) {}
}
