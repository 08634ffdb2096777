package dev.storefront.history.offline;

import dev.storefront.history.job.JobSettings;
import java.io.IOException;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * What the jobs write for each other: a folder for each date, and in it one for each attempt of a
 * step, {@code 2026-11-22/compute-0}. What nobody needs any more goes when a job is submitted, so
 * that a step which fails for days fills no disk.
 */
final class Results {

  private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\d");
  private static final Pattern ATTEMPT = Pattern.compile("([a-z]+-)(\\d{1,9})");

  /** Before the present one. A job of another run may be writing one of them, or writes no more. */
  private static final int ATTEMPTS_KEPT = 6;

  private Results() {}

  /**
   * Deletes what was made for dates before one, with the deletions that it was made of.
   *
   * @param date the one that is being worked, which stays
   */
  static void forgetDates(Path results, LocalDate first, LocalDate date) throws IOException {
    FileSystem files = results.getFileSystem();
    for (FileStatus folder : list(files, results)) {
      String name = folder.getPath().getName();
      if (DATE.matcher(name).matches()
          && name.compareTo(first.toString()) < 0
          && !name.equals(date.toString())) {
        files.delete(folder.getPath(), true);
      }
    }
  }

  /** The same as {@link #forgetAttempts(Path, Set)}, of what a job is told. */
  static void forgetAttempts(JobSettings settings) throws IOException {
    forgetAttempts(
        new Path(settings.text("output")), Set.of(settings.text("recorded", "").split(",")));
  }

  /**
   * Deletes what earlier attempts of the same step left, but for the latest ones.
   *
   * @param output of the present attempt
   * @param recorded names of those of the date's folders whose content counts, which stay
   */
  static void forgetAttempts(Path output, Set<String> recorded) throws IOException {
    Matcher present = ATTEMPT.matcher(output.getName());
    if (!present.matches()) {
      return;
    }
    FileSystem files = output.getFileSystem();
    for (FileStatus folder : list(files, output.getParent())) {
      Matcher attempt = ATTEMPT.matcher(folder.getPath().getName());
      if (attempt.matches()
          && attempt.group(1).equals(present.group(1))
          && number(attempt) < number(present) - ATTEMPTS_KEPT
          && !recorded.contains(folder.getPath().getName())) {
        files.delete(folder.getPath(), true);
      }
    }
  }

  private static int number(Matcher attempt) {
    return Integer.parseInt(attempt.group(2));
  }

  private static List<FileStatus> list(FileSystem files, Path folder) throws IOException {
    FileStatus[] found = files.exists(folder) ? files.listStatus(folder) : null;
    return found == null ? List.of() : Arrays.asList(found);
  }
}
