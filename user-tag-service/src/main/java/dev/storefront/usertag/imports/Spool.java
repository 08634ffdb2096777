package dev.storefront.usertag.imports;

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

/** The files that were taken in and are to be worked through, on disk. */
@Component
class Spool {

  private static final String WHOLE = ".txt";
  private static final String PART = ".part";
  private static final String OWNER = "owner";
  private static final int BUFFER_BYTES = 64 * 1024;

  private final Path folder;
  private final long largest;

  Spool(ImportProperties properties, Namespace namespace) {
    this.folder = properties.folder().resolve(namespace.key("files"));
    this.largest = properties.largest().toBytes();
  }

  /**
   * Takes a file in as it comes, without holding it in memory; all of it or nothing.
   *
   * @return false if it is longer than {@link #largest}
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
      byte[] buffer = new byte[BUFFER_BYTES];
      long size = 0;
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        size += n;
        if (size > largest) {
          return false;
        }
        out.write(buffer, 0, n);
      }
    }
    return true;
  }

  /** The longest file that is taken, in bytes. */
  long largest() {
    return largest;
  }

  /** Where the file is; it need not exist. */
  Path file(String id) {
    return folder.resolve(id + WHOLE);
  }

  void delete(String id) {
    deleteFile(file(id));
  }

  private static void deleteFile(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * What tells this folder from those of other instances, for as long as it exists.
   *
   * @param fresh taken if the folder has none yet
   */
  String owner(String fresh) {
    try {
      Files.createDirectories(folder);
      Path file = folder.resolve(OWNER);
      if (!Files.exists(file)) {
        Path part = folder.resolve(fresh + PART);
        Files.writeString(part, fresh);
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
      }
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Deletes what was being taken in when the service ended. */
  void deleteParts() {
    names(PART).forEach(id -> deleteFile(folder.resolve(id + PART)));
  }

  /** The ids of the files that are here. */
  List<String> ids() {
    return names(WHOLE);
  }

  private List<String> names(String ending) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(ending))
          .map(name -> name.substring(0, name.length() - ending.length()))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
