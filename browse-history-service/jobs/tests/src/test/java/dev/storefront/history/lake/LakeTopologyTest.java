package dev.storefront.history.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.history.events.KafkaEvent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lake's files, written by a small cluster of this JVM. */
class LakeTopologyTest {

  private static final ZoneId ZONE = ZoneId.of("Asia/Shanghai");
  // 01:00 of the next day in the zone.
  private static final Instant NOW = Instant.parse("2026-11-22T17:00:00Z");
  private static final LocalDate TODAY = LocalDate.of(2026, 11, 23);
  private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);
  private static final long MIB = 1 << 20;

  @TempDir java.nio.file.Path folder;

  @Test
  void a_view_lies_in_the_day_of_its_arrival_in_the_zone_however_late_it_is() throws Exception {
    long now = NOW.toEpochMilli();
    long late = now - Duration.ofDays(3).toMillis();
    run(
        List.of(
            event("{\"eventId\":\"e\",\"userId\":\"ü\",\"skuId\":7,\"viewedAt\":" + late + "}"),
            event("{\"userId\":\"bob\",\"skuId\":8,\"viewedAt\":" + now + "}"),
            event("no page view")));

    assertThat(lake().days()).containsExactly(TODAY);
    assertThat(read(TODAY))
        .containsExactlyInAnyOrder(
            new LakeView("e", "ü", 7, late, now), new LakeView(null, "bob", 8, now, now));
  }

  @Test
  void small_files_are_put_together_before_anybody_reads_them() throws Exception {
    StreamExecutionEnvironment environment = environment();
    environment.enableCheckpointing(100);
    DataGeneratorSource<KafkaEvent> source =
        new DataGeneratorSource<>(
            number -> view("user-" + number % 7, number + 1),
            Long.MAX_VALUE,
            RateLimiterStrategy.perSecond(100),
            TypeInformation.of(KafkaEvent.class));
    topology().write(environment.fromSource(source, WatermarkStrategy.noWatermarks(), "e"), 8, MIB);
    JobClient job = environment.executeAsync();
    try {
      await().atMost(Duration.ofMinutes(2)).until(() -> lake().files(TODAY).size() >= 3);
    } finally {
      job.cancel().get();
    }
    List<Path> files = lake().files(TODAY);
    for (Path file : files) {
      assertThat(read(file).size()).as(file.toString()).isGreaterThan(10);
    }
    List<Long> skus = read(TODAY).stream().map(LakeView::skuId).toList();
    assertThat(skus).doesNotHaveDuplicates();
  }

  @Test
  void nothing_is_lost_when_files_are_put_together() throws Exception {
    List<KafkaEvent> events = new ArrayList<>();
    for (int sku = 1; sku <= 500; sku++) {
      events.add(view("user-" + sku % 7, sku));
    }
    run(events);

    assertThat(read(TODAY).stream().map(LakeView::skuId)).hasSize(500).doesNotHaveDuplicates();
  }

  @Test
  void days_that_are_kept_no_longer_are_deleted_and_nothing_else_is() throws Exception {
    for (int days : List.of(0, 1, 62, 63, 90)) {
      day(ArrivalDay.folder(TODAY.minusDays(days)));
    }
    day("day=unknown");
    day("other");
    StreamExecutionEnvironment environment = environment();
    topology().retain(environment.fromData(Types.LONG, 1L), 62);
    environment.execute();

    assertThat(lake().days())
        .containsExactlyInAnyOrder(TODAY, TODAY.minusDays(1), TODAY.minusDays(62));
    assertThat(folder.resolve("day=unknown")).exists();
    assertThat(folder.resolve("other")).exists();
  }

  @Test
  void what_is_not_committed_is_not_read() throws Exception {
    day(ArrivalDay.folder(TODAY));
    java.nio.file.Path day = folder.resolve(ArrivalDay.folder(TODAY));
    Files.writeString(day.resolve(".views-1.parquet.inprogress.1"), "half");
    Files.writeString(day.resolve("_SUCCESS"), "");
    Files.createFile(day.resolve("views-2.parquet"));

    assertThat(lake().files(TODAY)).extracting(Path::getName).containsExactly("views-2.parquet");
    assertThat(lake().files(TODAY.minusDays(1))).isEmpty();
  }

  private void day(String name) throws IOException {
    Files.createDirectories(folder.resolve(name).resolve("below"));
  }

  private void run(List<KafkaEvent> events) throws Exception {
    StreamExecutionEnvironment environment = environment();
    topology()
        .write(
            environment.fromData(
                TypeInformation.of(KafkaEvent.class), events.toArray(KafkaEvent[]::new)),
            8,
            MIB);
    environment.execute();
  }

  private LakeTopology topology() {
    return new LakeTopology(folder.toUri().toString(), ZONE, CLOCK);
  }

  private Lake lake() {
    return new Lake(new Path(folder.toUri()));
  }

  private List<LakeView> read(LocalDate day) throws IOException {
    List<LakeView> views = new ArrayList<>();
    for (Path file : lake().files(day)) {
      views.addAll(read(file));
    }
    return views;
  }

  private static List<LakeView> read(Path path) throws IOException {
    List<LakeView> views = new ArrayList<>();
    LakeColumns.VIEWS.readAll(path, views::add);
    return views;
  }

  private static StreamExecutionEnvironment environment() {
    Configuration flink = new Configuration();
    flink.set(PipelineOptions.GENERIC_TYPES, false);
    return StreamExecutionEnvironment.createLocalEnvironment(2, flink);
  }

  private static KafkaEvent view(String user, long sku) {
    return event(
        "{\"userId\":\"%s\",\"skuId\":%d,\"viewedAt\":%d}"
            .formatted(user, sku, NOW.toEpochMilli()));
  }

  private static KafkaEvent event(String text) {
    return new KafkaEvent(
        "page-views-3@7",
        null,
        text.getBytes(StandardCharsets.UTF_8),
        new String[0],
        new byte[0][]);
  }
}
