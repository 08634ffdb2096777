package dev.storefront.history.offline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storefront.history.core.PackedViews;
import dev.storefront.history.core.Pauses.Pause;
import dev.storefront.history.core.View;
import dev.storefront.history.lake.Columns;
import dev.storefront.history.lake.Lake;
import dev.storefront.history.lake.LakeColumns;
import dev.storefront.history.lake.LakeView;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.serialization.BulkWriter;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileSystem.WriteMode;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rows of a date, made by a small cluster of this JVM of real files. */
class RowComputeTest {

  private static final ZoneId ZONE = ZoneId.of("Asia/Shanghai");
  private static final LocalDate DATE = LocalDate.of(2026, 11, 20);
  private static final long HOUR = Duration.ofHours(1).toMillis();
  private static final long DAY = 24 * HOUR;
  private static final long END = end(DATE);

  @TempDir java.nio.file.Path folder;

  @Test
  void only_users_of_whom_something_is_new_have_a_row_and_it_is_of_all_their_views()
      throws Exception {
    arrived(DATE.minusDays(10), view("alice", 1, END - 10 * DAY), view("bob", 2, END - 10 * DAY));
    compute(DATE.minusDays(1), RowCompute.Base.NONE, "base");
    arrived(DATE, view("alice", 3, END - HOUR), view("carol", 4, END - 2 * HOUR));

    JobExecutionResult job = compute(DATE, base("base", DATE.minusDays(1)), "result");

    assertThat(rows("result"))
        .containsOnly(
            Map.entry("alice", List.of(new View(3, END - HOUR), new View(1, END - 10 * DAY))),
            Map.entry("carol", List.of(new View(4, END - 2 * HOUR))));
    assertThat(job.<Long>getAccumulatorResult(Counts.IN)).isEqualTo(4);
    assertThat(job.<Long>getAccumulatorResult(Counts.OUT)).isEqualTo(2);
    assertThat(job.<Long>getAccumulatorResult(Counts.USERS)).isEqualTo(2);
    assertThat(job.<Long>getAccumulatorResult(Counts.DROPPED)).isEqualTo(0);
  }

  @Test
  void a_file_that_enters_a_day_after_it_was_worked_is_in_the_next_result() throws Exception {
    arrived(DATE.minusDays(1), view("alice", 1, END - DAY - 2 * HOUR));
    compute(DATE.minusDays(1), RowCompute.Base.NONE, "base");
    arrived(DATE.minusDays(1), view("bob", 2, END - DAY - HOUR));

    compute(DATE, base("base", DATE.minusDays(1)), "result");

    assertThat(rows("result"))
        .containsOnly(Map.entry("bob", List.of(new View(2, END - DAY - HOUR))));
  }

  @Test
  void a_date_that_is_worked_again_after_an_earlier_one_has_what_its_own_rows_lack()
      throws Exception {
    arrived(DATE.minusDays(2), view("alice", 1, END - 2 * DAY - HOUR));
    compute(DATE, RowCompute.Base.NONE, "first");
    arrived(DATE.minusDays(2), view("alice", 2, END - 2 * DAY - 2 * HOUR));
    compute(DATE.minusDays(1), RowCompute.Base.NONE, "base");

    RowCompute.Base base = base("base", DATE.minusDays(1));
    compute(DATE, new RowCompute.Base(base.result(), uri("first"), base.since()), "result");

    assertThat(rows("result"))
        .containsOnly(
            Map.entry(
                "alice",
                List.of(new View(1, END - 2 * DAY - HOUR), new View(2, END - 2 * DAY - 2 * HOUR))));
  }

  @Test
  void a_late_event_counts_by_its_arrival() throws Exception {
    compute(DATE.minusDays(1), RowCompute.Base.NONE, "base");
    arrived(DATE, view("alice", 1, END - 50 * DAY));

    compute(DATE, base("base", DATE.minusDays(1)), "result");

    assertThat(rows("result"))
        .containsOnly(Map.entry("alice", List.of(new View(1, END - 50 * DAY))));
  }

  /** Exports say that HBase has all that was recorded until the date ended, however it arrived. */
  @Test
  void what_the_topic_had_and_the_lake_took_after_the_date_is_in_its_rows() throws Exception {
    arrived(DATE.plusDays(1), view("alice", 1, END - 1));
    arrived(DATE.plusDays(2), view("bob", 2, END - 2 * HOUR));

    compute(DATE, RowCompute.Base.NONE, "result");

    assertThat(rows("result"))
        .containsOnly(
            Map.entry("alice", List.of(new View(1, END - 1))),
            Map.entry("bob", List.of(new View(2, END - 2 * HOUR))));

    // To the next date what arrived after this one is new as well; to the one after it no more.
    arrived(DATE.plusDays(1), view("carol", 3, END + HOUR));
    compute(DATE.plusDays(1), base("result", DATE), "next");
    assertThat(rows("next")).containsOnlyKeys("alice", "bob", "carol");
    compute(DATE.plusDays(2), base("next", DATE.plusDays(1)), "last");
    assertThat(rows("last")).containsOnlyKeys("bob");
  }

  @Test
  void what_was_viewed_after_a_pause_that_the_date_knew_no_end_of_is_in_the_next_result()
      throws Exception {
    arrived(DATE, view("bob", 1, END - 5 * HOUR));
    arrived(DATE.plusDays(1), view("alice", 7, END + 2 * HOUR));
    deleted(new DeletedView("alice", 0, END - 3 * HOUR, Pause.OPEN - 1));
    compute(DATE, RowCompute.Base.NONE, "result");
    assertThat(rows("result").getOrDefault("alice", List.of())).isEmpty();

    try (Stream<java.nio.file.Path> extracted = Files.list(folder.resolve("deletions"))) {
      for (java.nio.file.Path file : extracted.toList()) {
        Files.delete(file);
      }
    }
    deleted(new DeletedView("alice", 0, END - 3 * HOUR, END + HOUR));
    compute(DATE.plusDays(1), base("result", DATE), "next");
    assertThat(rows("next")).containsOnly(Map.entry("alice", List.of(new View(7, END + 2 * HOUR))));
  }

  /** It may be of a pause that began after the deletions were read. */
  @Test
  void what_was_viewed_after_the_deletions_were_read_takes_no_earlier_view_of_its_sku_away()
      throws Exception {
    arrived(DATE, view("alice", 1, END - HOUR), view("carol", 3, END + 4 * 60_000));
    arrived(DATE.plusDays(1), view("alice", 1, END + 3 * HOUR), view("bob", 2, END + 3 * HOUR));
    deleted();
    LakeManifest.write(uri("deletions"), List.of(Long.toString(END + 2 * HOUR)));

    compute(DATE, RowCompute.Base.NONE, "result");

    assertThat(rows("result"))
        .containsOnly(
            Map.entry("alice", List.of(new View(1, END - HOUR))),
            Map.entry("carol", List.of(new View(3, END + 4 * 60_000))));

    // Read as soon as the date ended, there may be views of clocks that are ahead in its files.
    LakeManifest.write(uri("deletions"), List.of(Long.toString(END)));
    compute(DATE, RowCompute.Base.NONE, "again");
    assertThat(rows("again")).containsOnlyKeys("alice", "carol");

    LakeManifest.write(uri("deletions"), List.of(Long.toString(END + DAY + 2 * HOUR)));
    compute(DATE.plusDays(1), base("result", DATE), "next");
    assertThat(rows("next"))
        .containsOnly(
            Map.entry("alice", List.of(new View(1, END + 3 * HOUR))),
            Map.entry("bob", List.of(new View(2, END + 3 * HOUR))));
  }

  @Test
  void who_only_deleted_has_a_row_and_one_without_views_is_to_be_deleted() throws Exception {
    arrived(
        DATE.minusDays(3),
        view("alice", 1, END - 3 * DAY),
        view("alice", 2, END - 3 * DAY),
        view("bob", 1, END - 3 * DAY),
        view("carol", 1, END - 3 * DAY));
    compute(DATE.minusDays(1), RowCompute.Base.NONE, "base");
    deleted(
        new DeletedView("alice", 1, 0, END - HOUR),
        new DeletedView("bob", 0, 0, END - HOUR),
        new DeletedView("carol", 7, 0, END - 5 * DAY));

    JobExecutionResult job = compute(DATE, base("base", DATE.minusDays(1)), "result");

    assertThat(rows("result"))
        .containsOnly(
            Map.entry("alice", List.of(new View(2, END - 3 * DAY))), Map.entry("bob", List.of()));
    assertThat(job.<Long>getAccumulatorResult(Counts.DROPPED)).isEqualTo(2);
  }

  @Test
  void a_deletion_that_was_written_late_is_in_the_next_result() throws Exception {
    arrived(DATE.minusDays(1), view("alice", 1, END - DAY - HOUR));
    compute(DATE.minusDays(1), RowCompute.Base.NONE, "base");
    deleted(new DeletedView("alice", 1, 0, END - DAY - 1000));

    compute(DATE, base("base", DATE.minusDays(1)), "result");

    assertThat(rows("result")).containsOnly(Map.entry("alice", List.of()));
  }

  @Test
  void a_later_view_of_a_deleted_sku_stays() throws Exception {
    arrived(DATE, view("alice", 1, END - 2 * HOUR), view("alice", 1, END - HOUR));
    deleted(new DeletedView("alice", 1, 0, END - 2 * HOUR));

    compute(DATE, RowCompute.Base.NONE, "result");

    assertThat(rows("result")).containsOnly(Map.entry("alice", List.of(new View(1, END - HOUR))));
  }

  @Test
  void views_that_were_made_while_recording_was_paused_are_left_out_whenever_they_arrive()
      throws Exception {
    arrived(
        DATE.minusDays(3),
        view("alice", 1, END - 3 * DAY),
        view("alice", 2, END - 3 * DAY + HOUR),
        view("alice", 3, END - 3 * DAY + 2 * HOUR),
        view("bob", 1, END - 3 * DAY));
    arrived(DATE, view("alice", 4, END - 3 * DAY + HOUR + 1), view("bob", 2, END - HOUR));
    deleted(
        new DeletedView("alice", 0, END - 3 * DAY + HOUR, END - 3 * DAY + 2 * HOUR - 1),
        new DeletedView("bob", 0, END - 2 * HOUR, Pause.OPEN - 1));

    compute(DATE, RowCompute.Base.NONE, "result");

    assertThat(rows("result"))
        .containsOnly(
            Map.entry(
                "alice",
                List.of(new View(3, END - 3 * DAY + 2 * HOUR), new View(1, END - 3 * DAY))),
            Map.entry("bob", List.of(new View(1, END - 3 * DAY))));
  }

  @Test
  void a_row_has_the_latest_200_skus_and_none_older_than_60_days() throws Exception {
    List<LakeView> views = new ArrayList<>();
    for (int sku = 1; sku <= 230; sku++) {
      views.add(view("alice", sku, END - sku * HOUR));
      views.add(view("alice", sku, END - sku * HOUR - 1));
    }
    views.add(view("bob", 1, END - 60 * DAY));
    views.add(view("bob", 2, END - 60 * DAY - 1));
    arrived(DATE, views.toArray(LakeView[]::new));

    compute(DATE, RowCompute.Base.NONE, "result");

    Map<String, List<View>> rows = rows("result");
    assertThat(rows.get("alice")).hasSize(200).startsWith(new View(1, END - HOUR));
    assertThat(rows.get("alice")).endsWith(new View(200, END - 200 * HOUR));
    assertThat(rows.get("bob")).containsExactly(new View(1, END - 60 * DAY));
  }

  @Test
  void a_date_that_is_worked_again_after_a_lost_base_has_all_users() throws Exception {
    arrived(DATE.minusDays(2), view("alice", 1, END - 2 * DAY - HOUR));
    arrived(DATE, view("bob", 2, END - HOUR));

    compute(DATE, base("lost", DATE.minusDays(1)), "result");

    assertThat(rows("result")).containsOnlyKeys("alice", "bob");
  }

  @Test
  void a_lake_that_lost_files_makes_no_rows() throws Exception {
    arrived(DATE.minusDays(2), view("alice", 1, END - 2 * DAY - HOUR));
    compute(DATE.minusDays(1), RowCompute.Base.NONE, "base");
    deleted(new DeletedView("alice", 7, 0, END - HOUR));
    try (Stream<java.nio.file.Path> lake = Files.walk(folder.resolve("lake"))) {
      for (java.nio.file.Path file : lake.filter(Files::isRegularFile).toList()) {
        Files.delete(file);
      }
    }

    assertThatThrownBy(() -> compute(DATE, base("base", DATE.minusDays(1)), "result"))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessageContaining("day=" + DATE.minusDays(2));
  }

  @Test
  void a_date_of_days_ago_is_worked_again_though_the_lake_keeps_its_oldest_days_no_longer()
      throws Exception {
    LocalDate oldest = DATE.minusDays(59);
    arrived(oldest, view("alice", 1, end(oldest) - HOUR));
    arrived(DATE, view("alice", 2, END - HOUR));
    compute(DATE.minusDays(1), RowCompute.Base.NONE, "base");
    try (Stream<java.nio.file.Path> lake = Files.walk(folder.resolve("lake/day=" + oldest))) {
      for (java.nio.file.Path file : lake.filter(Files::isRegularFile).toList()) {
        Files.delete(file);
      }
    }
    RowCompute.Base base = base("base", DATE.minusDays(1));

    assertThatThrownBy(() -> compute(DATE, base, "too-early"))
        .isInstanceOf(FileNotFoundException.class);
    compute(DATE, DATE.plusDays(4), base, "result");

    assertThat(rows("result").get("alice")).containsExactly(new View(2, END - HOUR));
  }

  @Test
  void a_result_that_was_deleted_is_not_taken_for_an_empty_one() throws Exception {
    compute(DATE, RowCompute.Base.NONE, "result");
    LakeManifest.require(uri("result"));

    assertThatThrownBy(() -> LakeManifest.require(uri("forgotten")))
        .isInstanceOf(FileNotFoundException.class);
  }

  /** Many users, with an order of keys of their own in each part, so that facts are mixed. */
  @Test
  void facts_of_many_users_are_kept_apart() throws Exception {
    for (int day = 0; day < 3; day++) {
      List<LakeView> views = new ArrayList<>();
      for (int user = 0; user < 500; user++) {
        views.add(view("user-" + (user * 7 % 500), 1 + day, END - day * DAY - user));
      }
      arrived(DATE.minusDays(day), views.toArray(LakeView[]::new));
    }
    deleted(new DeletedView("user-7", 0, 0, END), new DeletedView("user-9", 2, 0, END));

    compute(DATE, RowCompute.Base.NONE, "result");

    Map<String, List<View>> rows = rows("result");
    assertThat(rows).hasSize(500);
    rows.forEach(
        (user, views) ->
            assertThat(views.stream().map(View::skuId))
                .as(user)
                .containsExactlyElementsOf(
                    switch (user) {
                      case "user-7" -> List.of();
                      case "user-9" -> List.of(1L, 3L);
                      default -> List.of(1L, 2L, 3L);
                    }));
  }

  private JobExecutionResult compute(LocalDate date, RowCompute.Base base, String output)
      throws Exception {
    return compute(date, date.plusDays(1), base, output);
  }

  private JobExecutionResult compute(
      LocalDate date, LocalDate today, RowCompute.Base base, String output) throws Exception {
    StreamExecutionEnvironment flink = environment();
    RowCompute.compute(flink, uri("lake"), uri("deletions"), date, today, ZONE, base, uri(output));
    return flink.execute();
  }

  private RowCompute.Base base(String result, LocalDate date) {
    return new RowCompute.Base(uri(result), "", end(date) - HOUR);
  }

  private void arrived(LocalDate day, LakeView... views) throws IOException {
    write(LakeColumns.VIEWS, "lake/day=" + day, views);
  }

  private void deleted(DeletedView... deletions) throws IOException {
    write(DeletedViewColumns.DELETIONS, "deletions", deletions);
  }

  @SafeVarargs
  private <T> void write(Columns<T> columns, String name, T... items) throws IOException {
    Path file = new Path(uri(name), "rows-" + System.nanoTime() + ".parquet");
    try (FSDataOutputStream out = file.getFileSystem().create(file, WriteMode.NO_OVERWRITE)) {
      BulkWriter<T> writer = columns.writers().create(out);
      for (T item : items) {
        writer.addElement(item);
      }
      writer.finish();
    }
  }

  private Map<String, List<View>> rows(String result) throws IOException {
    Map<String, List<View>> rows = new HashMap<>();
    for (Path file : Lake.completeFiles(new Path(uri(result)))) {
      UserRowColumns.ROWS.readAll(
          file,
          row ->
              assertThat(
                      rows.put(
                          row.userId(),
                          PackedViews.decode(row.views()).stream()
                              .sorted(View.NEWEST_FIRST)
                              .toList()))
                  .isNull());
    }
    return rows;
  }

  private String uri(String name) {
    return folder.resolve(name).toUri().toString().replaceAll("/$", "");
  }

  /** A small cluster of this JVM. */
  static StreamExecutionEnvironment environment() {
    Configuration flink = new Configuration();
    flink.set(PipelineOptions.GENERIC_TYPES, false);
    flink.set(RestartStrategyOptions.RESTART_STRATEGY, "disable");
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.createLocalEnvironment(2, flink);
    environment.setRuntimeMode(RuntimeExecutionMode.BATCH);
    return environment;
  }

  private static LakeView view(String user, long sku, long at) {
    return new LakeView(null, user, sku, at, at);
  }

  private static long end(LocalDate date) {
    return date.plusDays(1).atStartOfDay(ZONE).toInstant().toEpochMilli();
  }
}
