package dev.storefront.history.offline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.history.lake.Lake;
import dev.storefront.history.lake.LakeColumns;
import dev.storefront.history.lake.LakeView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Pattern;
import org.apache.flink.api.common.serialization.BulkWriter;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileSystem.WriteMode;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long the computing of rows and the writing of HFiles take, by the number of users, and how
 * many bytes a row has in these: {@code benchmarks/history-batch}. No test of the build; its name
 * keeps it out.
 */
class BatchPaceRun {

  private static final int VIEWS = 200;
  private static final int DAYS = 50;
  private static final int SKUS = 100_000;
  private static final long FIRST_SKU = 100_012_043_000L;
  private static final int WARM_UP = 1_000;
  private static final ZoneId ZONE = ZoneId.of("Asia/Shanghai");
  private static final LocalDate DATE = LocalDate.of(2026, 11, 20);
  private static final long END = DATE.plusDays(1).atStartOfDay(ZONE).toInstant().toEpochMilli();
  private static final int DAY_MILLIS = (int) Duration.ofDays(1).toMillis();

  @TempDir java.nio.file.Path folder;

  @Test
  void by_the_number_of_users() throws Exception {
    measure(WARM_UP);
    say(
        "| users | views | lake, MiB | rows, s | views/s | HFiles, s | rows/s | bytes of a row |\n"
            + "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for (String users :
        Pattern.compile(",")
            .splitAsStream(System.getProperty("batch.users", "10000,40000"))
            .toList()) {
      say(measure(Integer.parseInt(users)));
    }
  }

  private String measure(int users) throws Exception {
    Path lake = new Path(uri("lake-" + users));
    long lakeBytes = fill(lake, users);
    String rows = uri("rows-" + users);
    long began = System.nanoTime();
    StreamExecutionEnvironment flink = RowComputeTest.environment();
    String none = uri("no-deletions");
    RowCompute.compute(
        flink, lake.toString(), none, DATE, DATE.plusDays(1), ZONE, RowCompute.Base.NONE, rows);
    assertThat(flink.execute().<Long>getAccumulatorResult(Counts.OUT)).isEqualTo(users);
    double computed = secondsSince(began);

    began = System.nanoTime();
    WriteHFiles writing =
        new WriteHFiles(RowExportTest.HBASE, RowExportTest.TABLE, uri("hfiles-" + users), END, 0);
    List<String> files = new ArrayList<>();
    try (CloseableIterator<String> written =
        RowExport.write(RowComputeTest.environment(), rows, writing, RowExportTest.TABLE)
            .executeAndCollect()) {
      written.forEachRemaining(files::add);
    }
    double exported = secondsSince(began);
    long views = (long) users * VIEWS;
    return String.format(
        Locale.ROOT,
        "| %d | %d | %d | %.1f | %.0f | %.1f | %.0f | %d |",
        users,
        views,
        lakeBytes >> 20,
        computed,
        views / computed,
        exported,
        users / exported,
        bytes(files) / users);
  }

  /** As many views of each user on each day, of a SKU and a time that are drawn. */
  private static long fill(Path lake, int users) throws IOException {
    Random random = new Random(users);
    List<String> files = new ArrayList<>();
    for (int age = 0; age < DAYS; age++) {
      Path file = new Path(lake, Lake.nameOf(DATE.minusDays(age)) + "/views.parquet");
      long begin = END - (age + 1L) * DAY_MILLIS;
      try (FSDataOutputStream out = file.getFileSystem().create(file, WriteMode.NO_OVERWRITE)) {
        BulkWriter<LakeView> writer = LakeColumns.VIEWS.writers().create(out);
        for (int view = 0; view < users * (VIEWS / DAYS); view++) {
          long at = begin + random.nextInt(DAY_MILLIS);
          long sku = FIRST_SKU + random.nextInt(SKUS);
          writer.addElement(new LakeView(null, "user-" + view % users, sku, at, at));
        }
        writer.finish();
      }
      files.add(file.toString());
    }
    return bytes(files);
  }

  private static long bytes(List<String> files) throws IOException {
    long bytes = 0;
    for (String file : files) {
      Path path = new Path(file);
      bytes += path.getFileSystem().getFileStatus(path).getLen();
    }
    return bytes;
  }

  private static double secondsSince(long began) {
    return (System.nanoTime() - began) / 1e9;
  }

  /** Into a file, for the command to show: what a test prints goes elsewhere. */
  private static void say(String line) throws IOException {
    Files.writeString(
        java.nio.file.Path.of("target/history-batch.md"),
        line + System.lineSeparator(),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  private String uri(String name) {
    return folder.resolve(name).toUri().toString().replaceAll("/$", "");
  }
}
