package dev.storefront.localstack.process;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.regex.Pattern;

/** The log of one run of a server, at the end of a file that has earlier runs as well. */
final class ServerLog {

  private static final long ROTATE_AT_BYTES = 20L << 20;
  private static final int TAIL_BYTES = 64 << 10;
  private static final Pattern STACK_FRAME = Pattern.compile("\\s+(at |\\.\\.\\. ).*");

  private final Path file;
  private final long runStartsAt;

  private ServerLog(Path file, long runStartsAt) {
    this.file = file;
    this.runStartsAt = runStartsAt;
  }

  /** Opens the log of a new run; a big file moves away to {@code .1} first. */
  static ServerLog begin(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    if (Files.exists(file) && Files.size(file) > ROTATE_AT_BYTES) {
      Path old = file.resolveSibling(file.getFileName() + ".1");
      Files.move(file, old, StandardCopyOption.REPLACE_EXISTING);
    }
    return new ServerLog(file, Files.exists(file) ? Files.size(file) : 0);
  }

  /** The log of all runs. */
  static ServerLog of(Path file) {
    return new ServerLog(file, 0);
  }

  Path file() {
    return file;
  }

  /** True when this run has logged the text. */
  boolean contains(String text) throws IOException {
    return read(runStartsAt).contains(text);
  }

  /** The last lines of this run; of stack traces only the exceptions, which say what happened. */
  List<String> lastLines(int count) {
    try {
      List<String> lines =
          read(Math.max(runStartsAt, Files.size(file) - TAIL_BYTES))
              .lines()
              .filter(line -> !line.isBlank() && !STACK_FRAME.matcher(line).matches())
              .toList();
      return lines.subList(Math.max(0, lines.size() - count), lines.size());
    } catch (IOException e) {
      return List.of("(unreadable: " + e + ")");
    }
  }

  private String read(long from) throws IOException {
    try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
      long length = Math.max(0, Math.min(log.length() - from, ROTATE_AT_BYTES));
      byte[] bytes = new byte[(int) length];
      log.seek(from);
      log.readFully(bytes);
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }
}
