package dev.storefront.shortlink.sdk;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A file with a line for each link that was announced ({@code +}), and one once it is settled
 * ({@code -}). Survives the end of the process, not of the machine: nothing waits for the disk. It
 * is written anew when it has several times as many lines as links may wait.
 */
final class Journal implements AutoCloseable {

  private static final int LINES_FOR_EACH = 4;

  /** Ends a line of which the disk may have taken a part: that must not look like a whole one. */
  private static final String CUT_SHORT = "~\n";

  /** Files of this process: to open and close a lock file again would drop its lock. */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final int mostLines;
  private final FileChannel lockFile;
  private final Map<String, Announced> open = new LinkedHashMap<>();

  /**
   * Null until there is a line to write. No channel: an interrupted caller would close it for
   * everybody.
   */
  private @Nullable FileOutputStream lines;

  /** True if the last line may have been cut short, as when the disk is full. */
  private boolean torn;

  private int written;

  /**
   * @param capacity links that may be open at a time
   * @throws IllegalStateException if another client has the file, or it is of the version before
   *     and not empty
   */
  Journal(Path file, int capacity) {
    this.file = file.toAbsolutePath().normalize();
    this.mostLines = LINES_FOR_EACH * capacity;
    if (!HELD.add(this.file)) {
      throw taken();
    }
    try {
      lockFile = open(this.file.resolveSibling(this.file.getFileName() + ".lock"));
    } catch (IOException e) {
      HELD.remove(this.file);
      throw new UncheckedIOException(e);
    }
    try {
      if (lockFile.tryLock() == null) {
        throw taken();
      }
      read();
      rewrite();
    } catch (IOException e) {
      unlock();
      throw new UncheckedIOException(e);
    } catch (RuntimeException e) {
      unlock();
      throw e;
    }
  }

  private IllegalStateException taken() {
    return new IllegalStateException("Another client has the journal " + file);
  }

  /** What was announced and is not settled, oldest first. */
  synchronized List<Announced> open() {
    return List.copyOf(open.values());
  }

  /**
   * Notes a link before it is given away.
   *
   * @throws ShortLinkException if it cannot: no client will find the link here
   */
  synchronized void add(Announced link) {
    try {
      write("+ " + link.encode());
    } catch (UncheckedIOException e) {
      throw new ShortLinkException(
          ShortLinkException.JOURNAL_FAILED, "The journal %s cannot be written".formatted(file), e);
    }
    open.put(link.key(), link);
  }

  /** Forgets a link that the service has, or will never have. */
  synchronized void settle(Announced link) {
    if (open.remove(link.key()) == null) {
      return;
    }
    write("- " + link.key());
    if (open.isEmpty() || written > mostLines) {
      try {
        rewrite();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public synchronized void close() {
    if (!lockFile.isOpen()) {
      return;
    }
    try {
      closeLines();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      unlock();
    }
  }

  private void unlock() {
    try {
      lockFile.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      HELD.remove(file);
    }
  }

  private void read() throws IOException {
    if (!Files.exists(file)) {
      return;
    }
    // Bytes that are no characters stand in a line that was cut short, which is none.
    String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    for (String line : text.substring(0, text.lastIndexOf('\n') + 1).split("\n")) {
      if (line.startsWith("+ ") && line.length() > 2 && line.charAt(2) != '{') {
        throw new IllegalStateException(
            "The journal "
                + file
                + " has links that the version before wrote: have that publish them, or move the file away");
      }
      Optional<Announced> added =
          line.startsWith("+ ") ? Announced.decode(line.substring(2)) : Optional.empty();
      added.ifPresent(link -> open.put(link.key(), link));
      if (line.startsWith("- ")) {
        open.remove(line.substring(2));
      }
    }
  }

  /**
   * With what is open alone. A crash leaves the one file or the other, and so does a failure.
   * Nothing has the file open while it is replaced: Windows would refuse.
   */
  private void rewrite() throws IOException {
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    Files.writeString(
        fresh,
        open.values().stream()
            .map(link -> "+ " + link.encode() + "\n")
            .collect(Collectors.joining()));
    closeLines();
    Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    torn = false;
    written = open.size();
  }

  private void closeLines() throws IOException {
    if (lines != null) {
      lines.close();
      lines = null;
    }
  }

  private void write(String line) {
    byte[] bytes = ((torn ? CUT_SHORT : "") + line + "\n").getBytes(StandardCharsets.UTF_8);
    try {
      if (!lockFile.isOpen()) {
        throw new IOException("The journal is closed"); // it may be another client's by now
      }
      if (lines == null) {
        lines = new FileOutputStream(file.toFile(), true);
      }
      torn = true;
      lines.write(bytes);
      torn = false;
      written++;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static FileChannel open(Path path) throws IOException {
    return FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }
}
