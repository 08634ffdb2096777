package dev.storefront.history.offline;

import dev.storefront.history.core.HistoryRules;
import dev.storefront.history.job.JobDefaults;
import dev.storefront.history.job.JobSettings;
import dev.storefront.history.lake.Lake;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The job: cold rows of the users of whom anything is new since the last export, each of all that
 * the lake has of the user. Nothing is carried over from an earlier result, so that a row has again
 * what a deletion made room for, and no fault is handed on.
 */
public final class RowCompute {

  private static final long LONGEST_AHEAD = HistoryRules.LONGEST_AHEAD.toMillis();

  private RowCompute() {}

  /** Submits the job, as browse-history-service orders it. */
  public static void main(String[] arguments) throws Exception {
    JobSettings settings = JobSettings.of(arguments);
    Results.removeLeft(settings);
    LakeManifest.require(settings.text("deletions"));
    LocalDate date = LocalDate.parse(settings.text("date"));
    ZoneId zone = ZoneId.of(settings.text("zone"));
    StreamExecutionEnvironment flink = JobDefaults.batch();
    compute(
        flink,
        settings.text("lake"),
        settings.text("deletions"),
        date,
        LocalDate.now(zone),
        zone,
        Base.of(settings),
        settings.text("output"));
    Results.forgetDates(
        new Path(settings.text("results")), LocalDate.parse(settings.text("forget-before")), date);
    flink.execute(settings.text("name"));
  }

  /**
   * What HBase has already.
   *
   * @param result the folder of the result that was exported last for an earlier date; empty if
   *     there is none
   * @param same that of the result that was exported last for this date, likewise. Its rows hide
   *     those of the earlier date, also where those are of more
   * @param since deletions from then on are new, epoch milliseconds
   */
  record Base(String result, String same, long since) {

    /** Nothing: all is new. */
    static final Base NONE = new Base("", "", 0);

    static Base of(JobSettings settings) {
      return settings.text("base", "").isEmpty()
          ? NONE
          : new Base(
              settings.text("base"),
              settings.text("same", ""),
              Long.parseLong(settings.text("since")));
    }

    Set<String> files() throws IOException {
      return result.isEmpty() ? Set.of() : LakeManifest.read(result);
    }

    /** Those that whatever row of a user HBase shows was made of. */
    Set<String> inAllRows() throws IOException {
      Set<String> files = new TreeSet<>(files());
      if (!same.isEmpty()) {
        files.retainAll(LakeManifest.read(same));
      }
      return files;
    }
  }

  /**
   * Fails if the lake lacks files that an earlier result was made of, and that it keeps for longer:
   * rows of what is left would take views out of HBase.
   *
   * @param today what arrived so long before it that nothing of it shows any more may be gone, also
   *     if the date is some days ago
   */
  private static void requireAll(
      Set<String> known, Set<String> names, LocalDate date, LocalDate today) throws IOException {
    LocalDate ofRows = date.minusDays(HistoryRules.LONGEST_AGE.toDays() - 1);
    LocalDate shown = today.minusDays(HistoryRules.LONGEST_AGE.toDays());
    String kept = Lake.nameOf(shown.isAfter(ofRows) ? shown : ofRows);
    for (String name : known) {
      if (name.compareTo(kept) >= 0 && !names.contains(name)) {
        throw new FileNotFoundException("The lake lacks " + name + ", which it had before");
      }
    }
  }

  /**
   * Adds the work to a job.
   *
   * @param deletions the folder of the deletions that were extracted for the date
   * @param date whose end is the rows' {@code asOf}: they lack nothing of before, and may have more
   * @param today the date of the clock
   * @param output a folder that nothing has been written to
   */
  static void compute(
      StreamExecutionEnvironment flink,
      String lake,
      String deletions,
      LocalDate date,
      LocalDate today,
      ZoneId zone,
      Base base,
      String output)
      throws IOException {
    long asOf = date.plusDays(1).atStartOfDay(zone).toInstant().toEpochMilli();
    Set<String> known = base.inAllRows();
    Set<String> names = new TreeSet<>();
    List<FactFile> files = new ArrayList<>();
    Lake views = new Lake(new Path(lake));
    // A day more: a page's clock may be ahead of a view's arrival. And later days: what the topic
    // had when the date ended may have arrived since.
    LocalDate first = date.minusDays(HistoryRules.LONGEST_AGE.toDays() + 1);
    for (LocalDate day : views.days().stream().filter(d -> !d.isBefore(first)).sorted().toList()) {
      for (Path file : views.files(day)) {
        String name = LakeManifest.name(file);
        if (!day.isAfter(date)) {
          // Later ones are new to the next date too: its pauses end at other times, and its rows
          // later.
          names.add(name);
        }
        files.add(new FactFile(file.toString(), false, known.contains(name) ? Long.MAX_VALUE : 0));
      }
    }
    requireAll(base.files(), names, date, today);
    // One whose result is lost is no base.
    long since = base.files().isEmpty() ? 0 : base.since();
    for (Path file : Lake.completeFiles(new Path(deletions))) {
      files.add(new FactFile(file.toString(), true, since));
    }
    LakeManifest.write(output, names);
    long judged = judged(deletions, asOf);
    if (files.isEmpty()) {
      // A job has to have something to read.
      files.add(new FactFile("", true, 0));
    }
    flink
        .fromData(files, TypeInformation.of(FactFile.class))
        .filter(file -> !file.path().isEmpty())
        .rebalance()
        .flatMap(new ReadFacts())
        .returns(TypeInformation.of(Fact.class))
        .filter(fact -> fact.deletion() || fact.at() <= judged)
        .name("facts")
        .assignTimestampsAndWatermarks(
            WatermarkStrategy.<Fact>noWatermarks()
                .withTimestampAssigner((fact, unused) -> fact.order()))
        .keyBy(Fact::userId)
        .process(new MakeRow(asOf))
        .returns(TypeInformation.of(UserRow.class))
        .name("rows")
        .sinkTo(UserRowColumns.ROWS.into(output))
        .name("result");
  }

  /**
   * Up to when it is known which views are of a pause, epoch milliseconds. Rows need no later ones,
   * which Redis has and which are new to the next date: such a one could only take the place of an
   * earlier view of its SKU that is to show. What arrived by the end of the date is none of them.
   */
  private static long judged(String deletions, long asOf) throws IOException {
    return LakeManifest.read(deletions).stream()
        .mapToLong(read -> Math.max(Long.parseLong(read), asOf + LONGEST_AHEAD))
        .findFirst()
        .orElse(Long.MAX_VALUE);
  }
}
