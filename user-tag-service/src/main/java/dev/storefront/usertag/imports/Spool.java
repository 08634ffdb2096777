package dev.storefront.usertag.imports;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.web.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** The files that were taken in and are to be worked through, on disk. */
@Component
class Spool {

  private static final String WHOLE = ".txt";
  private static final String PART = ".part";
  private static final int BUFFER_BYTES = 64 * 1024;

  private final Path folder;
  private final long largest;

  Spool(ImportProperties properties, Namespace namespace) {
    this.folder = properties.folder().resolve(namespace.key("files"));
    this.largest = properties.largest().toBytes();
  }

  /** Takes a file in as it comes, without holding it in memory; all of it or nothing. */
  void take(String id, InputStream in) throws IOException {
    Files.createDirectories(folder);
    Path part = folder.resolve(id + PART);
    try {
      try (OutputStream out = Files.newOutputStream(part)) {
        copy(in, out);
      }
      Files.move(part, file(id), StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private void copy(InputStream in, OutputStream out) throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    long size = 0;
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      size += n;
      if (size > largest) {
        throw Problem.of(
                HttpStatus.CONTENT_TOO_LARGE,
                "body-too-large",
                "The file is longer than %d bytes.".formatted(largest))
            .toException();
      }
      out.write(buffer, 0, n);
    }
  }

  /** Where the file is; it need not exist. */
  Path file(String id) {
    return folder.resolve(id + WHOLE);
  }

  void delete(String id) {
    try {
      Files.deleteIfExists(file(id));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The ids of the files that are here. */
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
}
