package dev.storefront.shortlink.sdk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A file with a line for each link that was announced ({@code +}), and one once it is settled
 * ({@code -}). Survives the end of the process, not of the machine: nothing waits for the disk. It
 * is written anew when it has several times as many lines as links may wait.
 */
final class Journal implements AutoCloseable {

  private static final int LINES_FOR_EACH = 4;

  private final Path file;
  private final int mostLines;
  private final FileChannel lockFile;
  private final Map<String, Announced> open = new LinkedHashMap<>();
  private FileChannel lines;
  private int written;

  /**
   * @param capacity links that may be open at a time
   * @throws IllegalStateException if another client has the file
   */
  Journal(Path file, int capacity) {
    this.file = file.toAbsolutePath();
    this.mostLines = LINES_FOR_EACH * capacity;
    try {
      lockFile = open(this.file.resolveSibling(file.getFileName() + ".lock"));
      if (locked(lockFile) == null) {
        lockFile.close();
        throw new IllegalStateException("Another client has the journal " + file);
      }
      read();
      lines = rewrite();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What was announced and is not settled, oldest first. */
  synchronized List<Announced> open() {
    return List.copyOf(open.values());
  }

  /** Notes a link before it is given away. */
  synchronized void add(Announced link) {
    write("+ " + link.encode());
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
        lines.close();
        lines = rewrite();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public synchronized void close() {
    try {
      lines.close();
      lockFile.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void read() throws IOException {
    if (!Files.exists(file)) {
      return;
    }
    for (String line : Files.readString(file).split("\n")) {
      Optional<Announced> added =
          line.startsWith("+ ") ? Announced.decode(line.substring(2)) : Optional.empty();
      added.ifPresent(link -> open.put(link.key(), link));
      if (line.startsWith("- ")) {
        open.remove(line.substring(2));
      }
    }
  }

  /** With what is open alone. A crash leaves the one file or the other. */
  private FileChannel rewrite() throws IOException {
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    Files.writeString(
        fresh,
        open.values().stream()
            .map(link -> "+ " + link.encode() + "\n")
            .collect(Collectors.joining()));
    Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    written = open.size();
    return FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
  }

  private void write(String line) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        lines.write(bytes);
      }
      written++;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static FileChannel open(Path path) throws IOException {
    return FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  private static @Nullable FileLock locked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }
}
