package dev.storefront.history.offline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.history.job.JobSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.core.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What jobs leave behind goes once nobody needs it. */
class ResultsTest {

  private static final Instant NOW = Instant.parse("2026-11-28T12:00:00Z");
  private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);

  @TempDir private java.nio.file.Path folder;

  /** Attempts 0 to 12 of a step, two hours apart: those up to 3 are more than a day old. */
  @BeforeEach
  void attempts() throws IOException {
    for (int attempt = 0; attempt <= 12; attempt++) {
      java.nio.file.Path its = folder.resolve("day/compute-" + attempt);
      Files.createDirectories(its.resolve("part"));
      Files.setLastModifiedTime(its, FileTime.from(NOW.minusSeconds(7_200L * (16 - attempt))));
    }
    for (String name : List.of("day/export-0", "day/compute-of-somebody")) {
      Files.createDirectories(folder.resolve(name));
      Files.setLastModifiedTime(folder.resolve(name), FileTime.from(Instant.EPOCH));
    }
  }

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
  void what_attempts_left_a_day_ago_is_deleted_but_for_what_counts() throws Exception {
    Results.forgetAttempts(
        new Path(uri("day/compute-12")), Set.of("compute-2", "deletes-0"), CLOCK);

    assertThat(gone()).containsExactly("compute-0", "compute-1", "compute-3");
  }

  @Test
  void the_latest_attempts_stay_however_old_they_are() throws Exception {
    Results.forgetAttempts(
        new Path(uri("day/compute-8")), Set.of(), Clock.offset(CLOCK, Duration.ofDays(9)));

    assertThat(gone()).containsExactly("compute-0", "compute-1");
  }

  @Test
  void nothing_is_deleted_by_a_job_that_is_not_told_what_counts() throws Exception {
    Results.forgetAttempts(JobSettings.of(new String[] {"--output", uri("day/compute-12")}));
    assertThat(gone()).isEmpty();

    Results.forgetAttempts(
        JobSettings.of(
            new String[] {"--output", uri("day/compute-12"), "--recorded", "compute-0,compute-1"}));
    assertThat(folder.resolve("day/compute-0")).exists();
    assertThat(folder.resolve("day/compute-2")).doesNotExist();
  }

  private Set<String> gone() {
    Set<String> gone = new TreeSet<>();
    for (int attempt = 0; attempt <= 12; attempt++) {
      if (!Files.exists(folder.resolve("day/compute-" + attempt))) {
        gone.add("compute-" + attempt);
      }
    }
    assertThat(folder.resolve("day/export-0")).exists();
    assertThat(folder.resolve("day/compute-of-somebody")).exists();
    return gone;
  }

  private String uri(String name) {
    return folder.resolve(name).toUri().toString();
  }
}
