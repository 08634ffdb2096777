package dev.storefront.fitment.imports;

import dev.storefront.common.namespace.Namespace;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Files that were taken in, until they are worked through. */
@Component
class Spool {

  private static final String WHOLE = ".ndjson";
  private static final String PART = ".part";
  private static final int BUFFER_SIZE = 64 * 1024;

  private final Path folder;
  private final long largest;

  Spool(ImportProperties properties, Namespace namespace) {
    this.folder = properties.folder().resolve(namespace.group("files"));
    this.largest = properties.largest().toBytes();
  }

  /**
   * Takes a file in, all of it or nothing.
   *
   * @return false if it is longer than allowed
   */
  boolean take(String id, InputStream in) throws IOException {
    Files.createDirectories(folder);
    Path part = folder.resolve(id + PART);
    try {
      if (!copy(in, part)) {
        return false;
      }
      Files.move(part, file(id), StandardCopyOption.ATOMIC_MOVE);
      return true;
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private boolean copy(InputStream in, Path part) throws IOException {
    try (OutputStream out = Files.newOutputStream(part)) {
      byte[] buffer = new byte[BUFFER_SIZE];
      long size = 0;
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        size += n;
        if (size > largest) {
          return false;
        }
        out.write(buffer, 0, n);
      }
      return true;
    }
  }

  InputStream open(String id) throws IOException {
    return Files.newInputStream(file(id));
  }

  void delete(String id) {
    try {
      Files.deleteIfExists(file(id));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Imports whose files are here. */
  List<String> ids() {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(WHOLE))
          .map(name -> name.substring(0, name.length() - WHOLE.length()))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path file(String id) {
    return folder.resolve(id + WHOLE);
  }
}
