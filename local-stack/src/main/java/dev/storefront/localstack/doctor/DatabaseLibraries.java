package dev.storefront.localstack.doctor;

import dev.storefront.localstack.server.DatabaseProgram;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Whether this system has the libraries that the database's program is linked against. */
final class DatabaseLibraries {

  private static final String SUBJECT = "database";
  private static final int BOUND_SECONDS = 20;

  private final Path binaries;

  DatabaseLibraries(Path binaries) {
    this.binaries = binaries;
  }

  Finding check() throws IOException {
    Path program;
    try {
      program = DatabaseProgram.unpack(binaries);
    } catch (IllegalStateException unsupported) {
      return Finding.error(
          SUBJECT, String.valueOf(unsupported.getMessage()), "use docker compose up instead");
    }
    return Files.isExecutable(Path.of("/usr/bin/ldd"))
        ? of(linkedLibraries(program))
        : Finding.ok(SUBJECT, "its program is there");
  }

  /** Judges the output of ldd. */
  static Finding of(List<String> libraries) {
    List<String> missing =
        libraries.stream()
            .filter(line -> line.contains("not found"))
            .map(line -> line.trim().split("[ :]", 2)[0])
            .distinct()
            .toList();
    return missing.isEmpty()
        ? Finding.ok(SUBJECT, "its program has all libraries")
        : Finding.error(
            SUBJECT,
            "its program lacks " + String.join(", ", missing),
            "install them; on Debian and Ubuntu: apt-get install libcrypt1 libsystemd0 libstdc++6");
  }

  private List<String> linkedLibraries(Path program) throws IOException {
    File output = Files.createTempFile("ldd", ".txt").toFile();
    try {
      Process ldd =
          new ProcessBuilder("ldd", program.toString())
              .redirectErrorStream(true)
              .redirectOutput(output)
              .start();
      if (!ldd.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)) {
        ldd.destroyForcibly();
      }
      return Files.readAllLines(output.toPath(), StandardCharsets.UTF_8);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while ldd ran", e);
    } finally {
      Files.deleteIfExists(output.toPath());
    }
  }
}
