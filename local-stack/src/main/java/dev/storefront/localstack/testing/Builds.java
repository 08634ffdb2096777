package dev.storefront.localstack.testing;

import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.process.ProcessIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** The builds that use a home's servers: a file for each, named by its process. */
final class Builds {

  private static final String SEPARATOR = "-";

  private final Path folder;

  Builds(Home home) {
    folder = home.root().resolve("builds");
  }

  /** Notes the build that this JVM belongs to. */
  void join() throws IOException {
    ProcessHandle build = nearestJava(ProcessHandle.current());
    Optional<ProcessIdentity> identity = ProcessIdentity.of(build.pid());
    if (identity.isPresent()) {
      Files.createDirectories(folder);
      Path file = folder.resolve(build.pid() + SEPARATOR + identity.get().startMark());
      if (!Files.exists(file)) {
        Files.createFile(file);
      }
    }
  }

  /** Maven's JVM above a JVM of tests; the JVM itself where no other is above it. */
  private static ProcessHandle nearestJava(ProcessHandle self) {
    return Stream.iterate(
            self.parent(), Optional::isPresent, handle -> handle.flatMap(ProcessHandle::parent))
        .flatMap(Optional::stream)
        .filter(handle -> handle.info().command().filter(c -> c.endsWith("/java")).isPresent())
        .findFirst()
        .orElse(self);
  }

  /** True while one of them runs. Forgets the others. */
  boolean anyRuns() throws IOException {
    boolean any = false;
    if (Files.isDirectory(folder)) {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.toList()) {
          if (runs(file)) {
            any = true;
          } else {
            Files.deleteIfExists(file);
          }
        }
      }
    }
    return any;
  }

  private static boolean runs(Path file) {
    String[] parts = file.getFileName().toString().split(SEPARATOR, 2);
    return new ProcessIdentity(Long.parseLong(parts[0]), parts[1]).alive();
  }
}
