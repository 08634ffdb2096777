package dev.storefront.history.offline;

import dev.storefront.history.job.JobSettings;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the jobs write for each other: a folder for each date, and in it one for each attempt of a
 * step, {@code 2026-11-22/compute-0}. What nobody needs any more goes when a job is submitted, so
 * that a step which fails for days fills no disk.
 */
final class Results {

  private static final Logger log = LoggerFactory.getLogger(Results.class);
  private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\d");
  private static final Pattern ATTEMPT = Pattern.compile("([a-z]+-)(\\d{1,9})");

  /** Before the present one. A job of another run may be writing one of them, or reads it. */
  private static final int ATTEMPTS_KEPT = 6;

  /** No job takes longer. A file system that does not know when a folder was made says 0. */
  private static final Duration KEPT = Duration.ofDays(1);

  private Results() {}

  /**
   * Deletes what was made for dates before one, with the deletions that it was made of.
   *
   * @param date the one that is being worked, which stays
   */
  static void forgetDates(Path results, LocalDate first, LocalDate date) throws IOException {
    for (FileStatus folder : list(results)) {
      String name = folder.getPath().getName();
      if (DATE.matcher(name).matches()
          && name.compareTo(first.toString()) < 0
          && !name.equals(date.toString())) {
        delete(folder.getPath());
      }
    }
  }

  /** The same as {@link #forgetAttempts(Path, Set, Clock)}, if a job is told what counts. */
  static void forgetAttempts(JobSettings settings) throws IOException {
    String recorded = settings.text("recorded", "");
    if (!recorded.isEmpty()) {
      forgetAttempts(
          new Path(settings.text("output")),
          Set.copyOf(settings.list("recorded")),
          Clock.systemUTC());
    }
  }

  /**
   * Deletes what earlier attempts of the same step left more than a day ago, but for the latest
   * ones.
   *
   * @param output of the present attempt
   * @param recorded names of those of the date's folders whose content counts, which stay
   */
  static void forgetAttempts(Path output, Set<String> recorded, Clock clock) throws IOException {
    Matcher present = ATTEMPT.matcher(output.getName());
    if (!present.matches()) {
      return;
    }
    long old = clock.instant().minus(KEPT).toEpochMilli();
    for (FileStatus folder : list(output.getParent())) {
      Matcher attempt = ATTEMPT.matcher(folder.getPath().getName());
      if (attempt.matches()
          && attempt.group(1).equals(present.group(1))
          && number(attempt) < number(present) - ATTEMPTS_KEPT
          && folder.getModificationTime() < old
          && !recorded.contains(folder.getPath().getName())) {
        delete(folder.getPath());
      }
    }
  }

  private static int number(Matcher attempt) {
    return Integer.parseInt(attempt.group(2));
  }

  /** The job has other things to do than this. */
  private static void delete(Path folder) {
    try {
      folder.getFileSystem().delete(folder, true);
    } catch (IOException e) {
      log.warn("{} stays: {}", folder, e.toString());
    }
  }

  private static List<FileStatus> list(Path folder) throws IOException {
    FileSystem files = folder.getFileSystem();
    FileStatus[] found = files.exists(folder) ? files.listStatus(folder) : null;
    return found == null ? List.of() : Arrays.asList(found);
  }
}
