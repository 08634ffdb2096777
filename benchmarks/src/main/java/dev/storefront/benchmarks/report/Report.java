package dev.storefront.benchmarks.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/** A page of results in {@code benchmarks/results}, which says where and of what they are. */
public final class Report {

  /** The JDK of all pages whose names say no other. */
  private static final int USUAL_JDK = 17;

  private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

  private final Path file;
  private final StringBuilder text = new StringBuilder();

  /**
   * @param root the project's root
   * @param name of the measurement, also of its file
   */
  public Report(Path root, String name) {
    this.file = root.resolve("benchmarks/results").resolve(name + ofJdk() + ".md");
    line("# " + name);
    line("");
    line("- at: " + Instant.now());
    line("- commit: " + commit(root));
    line("- processors: %d, %s".formatted(Runtime.getRuntime().availableProcessors(), model()));
    line("- JDK: " + Runtime.version() + threads());
    line("");
  }

  /** Adds a line, and shows it. */
  public void line(String line) {
    text.append(line).append('\n');
    System.out.println(line);
  }

  /** Adds a row of a table. */
  public void row(Object... cells) {
    line(
        List.of(cells).stream()
            .map(String::valueOf)
            .collect(Collectors.joining(" | ", "| ", " |")));
  }

  /** Adds a table's head. */
  public void head(Object... cells) {
    row(cells);
    line("| --- ".repeat(cells.length) + "|");
  }

  /** Writes the page. */
  public void save() {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String ofJdk() {
    int jdk = Runtime.version().feature();
    return jdk == USUAL_JDK ? "" : "-jdk" + jdk;
  }

  private static String threads() {
    return Runtime.version().feature() < FIRST_WITH_VIRTUAL_THREADS
        ? ""
        : ", requests on virtual threads";
  }

  private static String model() {
    try (var lines = Files.lines(Path.of("/proc/cpuinfo"))) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 2))
          .findFirst()
          .orElse("unknown");
    } catch (IOException e) {
      return "unknown";
    }
  }

  /** With a remark if what was measured is not what was committed. */
  private static String commit(Path root) {
    String changes =
        output(root, "git", "status", "--porcelain", "--", ".", ":!benchmarks/results");
    return output(root, "git", "rev-parse", "--short", "HEAD")
        + (changes.isEmpty() ? "" : ", with changes");
  }

  private static String output(Path root, String... command) {
    try {
      Process process =
          new ProcessBuilder(command).directory(root.toFile()).redirectErrorStream(true).start();
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return "unknown";
    }
  }
}
