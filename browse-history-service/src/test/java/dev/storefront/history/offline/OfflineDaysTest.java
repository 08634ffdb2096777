package dev.storefront.history.offline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunState;
import dev.storefront.common.run.Runs;
import dev.storefront.history.HistoryTest;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What was done for which date, in years that nothing else uses. */
@HistoryTest
class OfflineDaysTest {

  @Autowired private OfflineDays days;
  @Autowired private OfflineSchedule schedule;
  @Autowired private AttemptFolders folders;
  @Autowired private Runs<OfflineRequest, OfflineProgress> offlineRuns;
  @Autowired private OfflineProperties properties;
  @Autowired private JdbcClient jdbc;

  @Test
  void one_instance_at_a_time_looks_after_the_schedule() {
    assertThat(days.takeSchedule(Duration.ofSeconds(30))).isTrue();
    assertThat(days.takeSchedule(Duration.ofSeconds(30))).isFalse();
    jdbc.sql("UPDATE offline_schedule SET lease_until = lease_until - 30000").update();
    assertThat(days.takeSchedule(Duration.ofSeconds(30))).isTrue();
  }

  @Test
  void each_attempt_has_a_number_of_its_own_and_is_nothing_done() {
    LocalDate date = LocalDate.of(2001, 5, 5);
    assertThat(days.attempt(date, OfflineStep.EXPORT)).isZero();
    assertThat(days.attempt(date, OfflineStep.EXPORT)).isEqualTo(1);
    assertThat(days.attempt(date, OfflineStep.COMPUTE)).isZero();
    assertThat(days.done(date, OfflineStep.EXPORT)).isEmpty();
    assertThat(days.tried(date, OfflineStep.EXPORT).map(OfflineDays.Tried::attempts)).contains(2);
    assertThat(days.tried(date, OfflineStep.DELETES)).isEmpty();
  }

  @Test
  void a_step_that_fails_again_and_again_is_tried_less_often() {
    // Attempts, and for how many minutes after the last one none is made: three are one run.
    Map.of(1, 10, 3, 10, 5, 10, 6, 20, 30, 100, 200, 360)
        .forEach(
            (attempts, minutes) -> assertThat(schedule.pauseAfter(attempts)).hasMinutes(minutes));
  }

  @Test
  void a_failed_run_tells_when_the_schedule_orders_its_step_again() {
    ZonedDateTime noon = ZonedDateTime.parse("2008-05-10T12:00:00+08:00[Asia/Shanghai]");
    LocalDate date = LocalDate.of(2008, 5, 9);
    for (int attempt = 0; attempt < 2 * OfflineTask.MOST_TRIES; attempt++) {
      days.attempt(date, OfflineStep.DELETES);
    }
    Instant at = days.tried(date, OfflineStep.DELETES).orElseThrow().at();

    Map<OfflineRequest, Instant> times = scheduleAt(noon).tryAgainAt();

    // Nothing was tried of the date before, which is to be exported.
    assertThat(times)
        .containsExactly(
            Map.entry(
                new OfflineRequest(date, OfflineStep.DELETES), at.plus(Duration.ofMinutes(20))));
    OfflineRequest all = new OfflineRequest(date, OfflineStep.ALL);
    assertThat(OfflineRunView.of(run(all, RunState.FAILED), times).tryAgainAt())
        .isEqualTo(at.plus(Duration.ofMinutes(20)));
    assertThat(OfflineRunView.of(run(all, RunState.CANCELLED), times).tryAgainAt()).isNull();
    // Where there is no cluster nothing is scheduled.
    assertThat(schedule.tryAgainAt()).isEmpty();
  }

  private static Run<OfflineRequest, OfflineProgress> run(OfflineRequest request, RunState state) {
    return new Run<>(
        1, state, null, request, OfflineProgress.NONE, Instant.EPOCH, null, null, Instant.EPOCH, 0);
  }

  /** That of a service with a cluster, at another time. */
  private OfflineSchedule scheduleAt(ZonedDateTime time) {
    return OfflineLooksTest.schedule(offlineRuns, days, time, "http://localhost", "jobs.jar");
  }

  @Test
  void what_attempts_left_is_to_go_once_their_run_gave_it_up_unless_it_counts() {
    folders.add(-7, "2007-05-05/compute-0");
    assertThat(folders.left(-8)).doesNotContain("2007-05-05/compute-0");
    // The same run orders its next job: nobody waits for the last one any more.
    assertThat(folders.left(-7)).contains("2007-05-05/compute-0");
    folders.add(-7, "2007-05-05/compute-1");
    LocalDate date = LocalDate.of(2007, 5, 5);
    days.finish(date, OfflineStep.COMPUTE, "file:/offline/2007-05-05/compute-1");

    folders.giveUp(-7);
    assertThat(folders.left(-8))
        .contains("2007-05-05/compute-0")
        .doesNotContain("2007-05-05/compute-1");
    folders.forget(List.of("2007-05-05/compute-0"));
    assertThat(folders.left(-8)).doesNotContain("2007-05-05/compute-0");
    days.finish(date, OfflineStep.COMPUTE, "file:/offline/2007-05-05/compute-2");
    // A job that was ordered before may still read it, for as long as a job may take.
    assertThat(folders.left(-8)).doesNotContain("2007-05-05/compute-1");
    // The same output again says nothing of it.
    days.finish(date, OfflineStep.COMPUTE, "file:/offline/2007-05-05/compute-2");
    jdbc.sql("UPDATE offline_attempt SET replaced_at = replaced_at - ? WHERE folder = ?")
        .params(properties.longest().toMillis() + 1, "2007-05-05/compute-1")
        .update();
    assertThat(folders.left(-8)).contains("2007-05-05/compute-1");
  }

  @Test
  void a_run_that_lacks_something_counts_as_much_as_one_whose_jobs_failed() {
    LocalDate date = LocalDate.of(2009, 5, 5);
    for (int minutes : List.of(10, 20, 30)) {
      days.giveUp(date, OfflineStep.DELETES);
      int attempts = days.tried(date, OfflineStep.DELETES).orElseThrow().attempts();
      assertThat(schedule.pauseAfter(attempts)).hasMinutes(minutes);
    }
    // After two jobs that failed it is this very run that comes to nothing.
    days.attempt(date, OfflineStep.DELETES);
    days.attempt(date, OfflineStep.DELETES);
    days.giveUp(date, OfflineStep.DELETES);
    assertThat(days.tried(date, OfflineStep.DELETES).map(OfflineDays.Tried::attempts))
        .contains(4 * OfflineTask.MOST_TRIES);
  }

  @Test
  void a_base_is_what_was_exported_last_before_the_date_not_what_was_computed() {
    LocalDate date = LocalDate.of(2002, 5, 5);
    days.finish(date, OfflineStep.COMPUTE, "rows-1");
    days.attempt(date, OfflineStep.EXPORT);
    days.finish(date, OfflineStep.EXPORT, "rows-1");
    days.finish(date, OfflineStep.COMPUTE, "rows-2");
    days.finish(date.plusDays(1), OfflineStep.COMPUTE, "rows-3");

    assertThat(days.exportedBefore(date.plusDays(9)))
        .contains(new OfflineDays.Done(date, "rows-1"));
    assertThat(days.exportedBefore(date)).isEmpty();
  }

  @Test
  void an_export_forgets_dates_that_nobody_can_order_any_more() {
    LocalDate date = LocalDate.of(2005, 5, 5);
    LocalDate orderable = date.minusDays(OfflineProperties.MOST_DAYS_BACK);
    days.finish(date.minusDays(80), OfflineStep.EXPORT, "old");
    days.finish(orderable, OfflineStep.COMPUTE, "rows");

    days.finish(date, OfflineStep.COMPUTE, "new");
    assertThat(days.done(date.minusDays(80), OfflineStep.EXPORT)).isPresent();
    days.finish(date, OfflineStep.EXPORT, "new");
    assertThat(days.done(date.minusDays(80), OfflineStep.EXPORT)).isEmpty();
    assertThat(days.done(orderable, OfflineStep.COMPUTE)).isPresent();
  }

  /** The article's times. */
  @Test
  void deletes_are_due_at_2_33_rows_at_11_and_their_export_at_2_the_night_after() {
    LocalDate before = LocalDate.of(2004, 5, 8);
    LocalDate date = before.plusDays(1);
    OfflineStep.ALL.parts().forEach(step -> days.finish(before, step, "done"));
    Map<String, OfflineStep> due = new LinkedHashMap<>();
    due.put("2004-05-10T02:33", OfflineStep.DELETES);
    due.put("2004-05-10T11:00", OfflineStep.COMPUTE);
    due.put("2004-05-11T02:00", OfflineStep.EXPORT);

    due.forEach(
        (time, step) -> {
          ZonedDateTime at = ZonedDateTime.parse(time + ":00+08:00[Asia/Shanghai]");
          assertThat(schedule.missing(at.minusMinutes(1))).isEmpty();
          assertThat(schedule.missing(at)).containsExactly(new OfflineRequest(date, step));
          days.finish(date, step, "done");
        });
  }

  /** Five days after anything was done. */
  @Test
  void what_was_missed_is_caught_up_with_by_the_latest_date_and_in_order() {
    ZonedDateTime noon = ZonedDateTime.parse("2003-05-10T12:00:00+08:00[Asia/Shanghai]");
    LocalDate exported = LocalDate.of(2003, 5, 8);
    LocalDate computed = LocalDate.of(2003, 5, 9);
    assertThat(schedule.missing(noon))
        .containsExactly(
            new OfflineRequest(exported, OfflineStep.DELETES),
            new OfflineRequest(computed, OfflineStep.DELETES));

    days.finish(exported, OfflineStep.DELETES, "deletions");
    days.finish(computed, OfflineStep.DELETES, "deletions");
    assertThat(schedule.missing(noon))
        .containsExactly(
            new OfflineRequest(exported, OfflineStep.COMPUTE),
            new OfflineRequest(computed, OfflineStep.COMPUTE));

    days.finish(exported, OfflineStep.COMPUTE, "rows");
    days.finish(computed, OfflineStep.COMPUTE, "rows");
    assertThat(schedule.missing(noon))
        .containsExactly(new OfflineRequest(exported, OfflineStep.EXPORT));

    days.finish(exported, OfflineStep.EXPORT, "rows");
    assertThat(schedule.missing(noon)).isEmpty();
    // The date that was computed is exported the night after.
    assertThat(schedule.missing(noon.plusHours(14)))
        .containsExactly(new OfflineRequest(computed, OfflineStep.EXPORT));
  }
}
