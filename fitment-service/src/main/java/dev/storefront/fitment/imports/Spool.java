package dev.storefront.fitment.imports;

import dev.storefront.common.namespace.Namespace;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Files that were taken in, until they are worked through. What is here survives a power cut. */
@Component
class Spool {

  private static final String WHOLE = ".import";
  private static final String PART = ".part";
  private static final int BUFFER_SIZE = 256 * 1024;

  /** A file without an import, or a part of one, is of a process that ended in the middle. */
  private static final Duration LEFTOVER_AFTER = Duration.ofHours(6);

  private final Path folder;
  private final long largest;
  private final Clock clock;

  Spool(ImportProperties properties, Namespace namespace, Clock clock) {
    this.folder = properties.folder().resolve(namespace.group("files"));
    this.largest = properties.largest().toBytes();
    this.clock = clock;
  }

  /**
   * Takes a file in, all of it or nothing; returns once it is on the disk.
   *
   * @return its length, or -1 if it is longer than allowed
   */
  long take(String id, InputStream in) throws IOException {
    Files.createDirectories(folder);
    Path part = folder.resolve(id + PART);
    try {
      long length = copy(in, part);
      if (length >= 0) {
        Files.move(part, file(id), StandardCopyOption.ATOMIC_MOVE);
        sync(folder);
      }
      return length;
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private long copy(InputStream in, Path part) throws IOException {
    try (FileChannel out =
        FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      byte[] buffer = new byte[BUFFER_SIZE];
      long length = 0;
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        length += n;
        if (length > largest) {
          return -1;
        }
        write(out, ByteBuffer.wrap(buffer, 0, n));
      }
      out.force(true);
      return length;
    }
  }

  private static void write(FileChannel out, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      out.write(bytes);
    }
  }

  /** Makes the new name itself last; the file's bytes do already. */
  private static void sync(Path folder) throws IOException {
    try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
      names.force(true);
    }
  }

  /** The file from a byte on. An interrupt of its reader does not close it. */
  InputStream open(String id, long from) throws IOException {
    InputStream file = Files.newInputStream(file(id));
    try {
      file.skipNBytes(from);
      return file;
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  boolean has(String id) {
    return Files.isRegularFile(file(id));
  }

  void delete(String id) {
    try {
      Files.deleteIfExists(file(id));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Deletes old files that nobody needs. */
  void tidy(Predicate<String> isNeedless) throws IOException {
    for (Path file : old()) {
      String name = file.getFileName().toString();
      if (name.endsWith(PART) || isNeedless.test(name.substring(0, name.lastIndexOf('.')))) {
        Files.deleteIfExists(file);
      }
    }
  }

  private List<Path> old() throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(WHOLE) || file.toString().endsWith(PART))
          .filter(this::isOld)
          .toList();
    }
  }

  private boolean isOld(Path file) {
    try {
      return Files.getLastModifiedTime(file)
          .toInstant()
          .isBefore(clock.instant().minus(LEFTOVER_AFTER));
    } catch (IOException gone) {
      return false;
    }
  }

  private Path file(String id) {
    return folder.resolve(id + WHOLE);
  }
}
