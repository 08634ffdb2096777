package dev.storefront.web.token;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** A file that its owner alone can read, and that is there whole or not at all. */
final class PrivateFile {

  private static final FileAttribute<?> OWNER_ONLY_FOLDER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
  private static final FileAttribute<?> OWNER_ONLY_FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private PrivateFile() {}

  static void write(Path file, String content) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    Files.createDirectories(folder, OWNER_ONLY_FOLDER);
    Path draft = Files.createTempFile(folder, file.getFileName().toString(), "", OWNER_ONLY_FILE);
    try {
      Files.writeString(draft, content);
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(draft);
    }
  }
}
