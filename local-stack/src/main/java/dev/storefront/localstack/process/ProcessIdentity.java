package dev.storefront.localstack.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * One process, and no later one that was given the same number.
 *
 * @param pid the process number
 * @param startMark when it started: on Linux in clock ticks since boot, which no change of the wall
 *     clock moves; elsewhere in epoch milliseconds
 */
public record ProcessIdentity(long pid, String startMark) {

  private static final int STATE = 0;
  private static final int THREADS = 17;
  private static final int START_TICKS = 19;

  /**
   * The living process of that number; empty for a dead one and for one that only waits to be
   * reaped.
   */
  public static Optional<ProcessIdentity> of(long pid) {
    return startMark(pid).map(mark -> new ProcessIdentity(pid, mark));
  }

  /** True while this very process runs. */
  public boolean alive() {
    return startMark(pid).filter(startMark::equals).isPresent();
  }

  private static Optional<String> startMark(long pid) {
    Path stat = Path.of("/proc", Long.toString(pid), "stat");
    if (Files.exists(Path.of("/proc/self/stat"))) {
      return linuxStartMark(stat);
    }
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .flatMap(handle -> handle.info().startInstant())
        .map(Instant::toEpochMilli)
        .map(String::valueOf);
  }

  private static Optional<String> linuxStartMark(Path stat) {
    try {
      return startMarkIn(Files.readString(stat));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }

  /**
   * The start mark in a line of {@code /proc/<pid>/stat}; empty when the process is dead. One whose
   * first thread has ended is not while another, in the midst of a write to the disk say, still
   * holds its ports and files.
   */
  static Optional<String> startMarkIn(String stat) {
    // The program's name comes first, in parentheses, and may itself hold blanks and parentheses.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    boolean ended = fields[STATE].equals("Z") || fields[STATE].equals("X");
    boolean dead = ended && Integer.parseInt(fields[THREADS]) <= 1;
    return dead ? Optional.empty() : Optional.of(fields[START_TICKS]);
  }
}
