package dev.storefront.history.offline;

import dev.storefront.history.job.JobSettings;
import java.io.IOException;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
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
  private static final String DAY = "\\d{4}-\\d\\d-\\d\\d";
  private static final Pattern DATE = Pattern.compile(DAY);
  private static final Pattern ATTEMPT = Pattern.compile(DAY + "/[a-z]+-\\d{1,9}");

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

  /** Deletes what the job is told that attempts left, which nobody needs. */
  static void removeLeft(JobSettings settings) {
    if (settings.text("left", "").isEmpty()) {
      return;
    }
    Path results = new Path(settings.text("results"));
    for (String folder : settings.list("left")) {
      if (ATTEMPT.matcher(folder).matches()) {
        delete(new Path(results, folder));
      } else {
        log.warn("{} is no attempt's folder and stays", folder);
      }
    }
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
