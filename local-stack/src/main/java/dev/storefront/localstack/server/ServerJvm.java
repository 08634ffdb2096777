package dev.storefront.localstack.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The JVM of a server whose class path the build resolved, and the archive of its classes. */
final class ServerJvm {

  private static final Duration TIME_TO_WRITE = Duration.ofMinutes(3);

  private final Path projectRoot;
  private final String module;
  private final boolean recording;

  private ServerJvm(Path projectRoot, String module, boolean recording) {
    this.projectRoot = projectRoot;
    this.module = module;
    this.recording = recording;
  }

  /** Starts from the archive, if the build has made one for this JVM. */
  static ServerJvm of(Path projectRoot, String module) {
    return new ServerJvm(projectRoot, module, false);
  }

  /** As this one, but each run that ends in order makes the archive. */
  ServerJvm recording() {
    return new ServerJvm(projectRoot, module, true);
  }

  /**
   * The command that runs a program.
   *
   * @param heap the value of -Xmx
   * @param program flags, main class and arguments
   */
  List<String> command(String heap, List<String> program) {
    List<String> java = JavaCommand.quickStart(heap);
    if (recording) {
      return archive().making(java, program).get(0);
    }
    List<String> command = new ArrayList<>(java);
    if (hasArchive()) {
      command.addAll(archive().use());
    }
    command.addAll(program);
    return command;
  }

  /** Its class path is nothing but jars: a folder in it would void the archive. */
  Map<String, String> environment() {
    try {
      return Map.of("CLASSPATH", ProjectRoot.classPathOf(projectRoot, module));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How long an orderly end may take, if it usually takes that long at most. */
  Duration stopBound(Duration usually) {
    return recording ? TIME_TO_WRITE : usually;
  }

  /** True when it was made after the class path was resolved. */
  boolean hasArchive() {
    Path made = Path.of(archive().path());
    try {
      return Files.exists(made)
          && Files.getLastModifiedTime(made)
                  .compareTo(Files.getLastModifiedTime(target().resolve("classpath")))
              >= 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void deleteArchive() throws IOException {
    Files.deleteIfExists(Path.of(archive().path()));
  }

  private ClassArchive archive() {
    return ClassArchive.ofServerIn(target());
  }

  private Path target() {
    return projectRoot.resolve("local-stack").resolve(module).resolve("target");
  }
}
