package dev.storefront.acceptance.fitment;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Tells how the proof goes, and at its end what was done. For several threads. */
final class Journal {

  private static final Duration BETWEEN_SIGNS_OF_LIFE = Duration.ofSeconds(5);

  private final long began = System.nanoTime();
  private final List<String> rows = new ArrayList<>();
  private long lastStep = began;
  private long lastSign = began;

  synchronized void say(String what, Object... values) {
    lastSign = System.nanoTime();
    System.out.printf("%7.1f s  %s%n", seconds(began), what.formatted(values));
  }

  /** As {@link #say}, but not all the time. */
  synchronized void progress(String what, Object... values) {
    if (System.nanoTime() - lastSign > BETWEEN_SIGNS_OF_LIFE.toNanos()) {
      say(what, values);
    }
  }

  /** A step is done. */
  synchronized void done(String step, String what, Object... values) {
    String text = what.formatted(values);
    say("%s: %s", step, text);
    rows.add("| %s | %s | %.0f |".formatted(step, text, seconds(lastStep)));
    lastStep = System.nanoTime();
  }

  /** What was done, in Markdown. */
  synchronized String table() {
    return "| step | what | seconds |\n| --- | --- | --- |\n"
        + String.join("\n", rows)
        + "\n| all | | %.0f |".formatted(seconds(began));
  }

  private static double seconds(long since) {
    return (System.nanoTime() - since) / 1e9;
  }
}
