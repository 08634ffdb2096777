package dev.storefront.common.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The rounds of a long run of a service against a model. System properties say which: {@code
 * model.seed} (1 without it), for how many {@code model.minutes} (10), or one {@code model.round}
 * alone. Each is told in a table, a file for the command to show: what a test prints goes
 * elsewhere.
 */
public final class ModelRounds {

  /** What happens in a round. */
  public interface Round {

    /** Plays the one of that number; the same again with the same seed. */
    Played play(int number, long seed) throws Exception;
  }

  /**
   * How one went.
   *
   * @param cells what its row says between its number and how many seconds it took
   * @param violations what the model does not permit
   */
  public record Played(List<?> cells, List<String> violations) {}

  private final long seed = Long.getLong("model.seed", 1);
  private final int only = Integer.getInteger("model.round", -1);
  private final long end =
      System.nanoTime() + Duration.ofMinutes(Long.getLong("model.minutes", 10)).toNanos();
  private final Path table;

  /**
   * Begins the table; the time counts from now on.
   *
   * @param name that of the command, and of the file below {@code target}
   * @param columns what the cells of a row are; the first is text, the others are numbers
   */
  public ModelRounds(String name, List<String> columns) {
    table = Path.of("target", name + ".md");
    tell("| round | " + String.join(" | ", columns) + " | s | violations |");
    tell("| ---: | --- |" + " ---: |".repeat(columns.size() + 1));
  }

  /** Plays them and returns the violations of all. */
  public List<String> play(Round round) throws Exception {
    List<String> violations = new ArrayList<>();
    for (int n = Math.max(0, only); n == only || only < 0 && System.nanoTime() < end; n++) {
      long began = System.nanoTime();
      Played played = round.play(n, seed * 1_000 + n);
      List<Object> row = new ArrayList<>(played.cells());
      row.add(0, n);
      row.add(Duration.ofNanos(System.nanoTime() - began).toSeconds());
      row.add(played.violations().size());
      tell(("|" + " %s |".repeat(row.size())).formatted(row.toArray()));
      played.violations().forEach(each -> tell("    " + each));
      violations.addAll(played.violations());
    }
    return violations;
  }

  private void tell(String line) {
    try {
      Files.writeString(
          table,
          line + System.lineSeparator(),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
