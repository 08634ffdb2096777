package dev.storefront.history.offline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.history.job.JobSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.time.LocalDate;
import java.util.List;
import org.apache.flink.core.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What jobs leave behind goes once nobody needs it. */
class ResultsTest {

  @TempDir private java.nio.file.Path folder;

  @Test
  void results_of_dates_that_nobody_needs_are_deleted_and_nothing_else_is() throws Exception {
    for (String name : List.of("2026-11-12", "2026-11-13", "2026-11-20", "lake", "2026-11")) {
      Files.createDirectories(folder.resolve("offline/" + name + "/compute-0"));
    }

    Results.forgetDates(
        new Path(uri("offline")), LocalDate.of(2026, 11, 14), LocalDate.of(2026, 11, 13));

    assertThat(folder.resolve("offline").toFile().list())
        .containsExactlyInAnyOrder("2026-11-13", "2026-11-20", "lake", "2026-11");
  }

  @Test
  void of_what_attempts_left_a_job_removes_what_it_is_told_and_nothing_else() throws Exception {
    List<String> attempts = List.of("2026-11-20/export-0", "2026-11-20/export-1", "2026-11-21/a-0");
    for (String name : attempts) {
      Files.createDirectories(folder.resolve("offline/" + name + "/part"));
      Files.writeString(folder.resolve("offline/" + name + "/part/rows"), name);
    }
    Files.createDirectories(folder.resolve("lake/day-1"));

    removeLeft("2026-11-20/export-1,2026-11-21/a-0,2026-11-21/gone-7,../lake/day-1,2026-11-20");
    assertThat(folder.resolve("offline/2026-11-20/export-0/part/rows")).exists();
    assertThat(folder.resolve("offline/2026-11-20/export-1")).doesNotExist();
    assertThat(folder.resolve("offline/2026-11-21/a-0")).doesNotExist();
    assertThat(folder.resolve("lake/day-1")).exists();
  }

  @Test
  void a_job_that_is_told_of_nothing_removes_nothing() throws Exception {
    Files.createDirectories(folder.resolve("offline/2026-11-20/export-0"));
    Results.removeLeft(JobSettings.of(new String[] {"--results", uri("offline")}));
    assertThat(folder.resolve("offline/2026-11-20/export-0")).exists();
  }

  private void removeLeft(String left) throws IOException {
    Results.removeLeft(JobSettings.of(new String[] {"--results", uri("offline"), "--left", left}));
  }

  private String uri(String name) {
    return folder.resolve(name).toUri().toString();
  }
}
