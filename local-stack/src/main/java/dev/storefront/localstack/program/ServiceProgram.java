package dev.storefront.localstack.program;

import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.server.ClassArchive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The program of a service as {@link ProgramBuild} left it. It is started from the working folder
 * of the process, by the path that it was built with: an archive of classes holds for that path
 * alone.
 */
public final class ServiceProgram {

  /** The program's folder below the working folder of a process. */
  static final String FOLDER = "program";

  static final String JAR = FOLDER + "/service.jar";

  private final String module;
  private final Path built;
  private final Path workingFolder;

  /**
   * Of a module of the working copy.
   *
   * @param workingFolder of the process that is to run it, no other's
   */
  public ServiceProgram(Path projectRoot, String module, Path workingFolder) {
    this.module = module;
    this.built = projectRoot.resolve(module).resolve("target").resolve(FOLDER);
    this.workingFolder = workingFolder;
  }

  /**
   * Brings it into the working folder, in the place of what an earlier process left there. The next
   * build changes nothing of it.
   *
   * @throws IllegalStateException when it was not built
   */
  public void bring() throws IOException {
    if (!Files.exists(built)) {
      throw new IllegalStateException(
          "%s is missing; build it with: mvn package -DskipTests -pl %s -am"
              .formatted(built, module));
    }
    Path target = workingFolder.resolve(FOLDER);
    Home.deleteTree(target);
    try (Stream<Path> files = Files.walk(built)) {
      for (Path file : files.toList()) {
        bring(file, target.resolve(built.relativize(file).toString()));
      }
    }
  }

  private static void bring(Path file, Path target) throws IOException {
    if (Files.isDirectory(file)) {
      Files.createDirectories(target);
      return;
    }
    try {
      // A build makes its files anew, and so never writes into one that has another name as well.
      Files.createLink(target, file);
    } catch (IOException | UnsupportedOperationException onAnotherDisk) {
      // With its times: a new one would void the archive.
      Files.copy(file, target, StandardCopyOption.COPY_ATTRIBUTES);
    }
  }

  /** True when what was brought has an archive of its classes for the JVM that runs this. */
  public boolean hasArchive() {
    return Files.exists(workingFolder.resolve(ClassArchive.in(FOLDER).path()));
  }

  /** What follows the JVM and its flags in a command that starts it in the working folder. */
  public List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    if (hasArchive()) {
      arguments.addAll(ClassArchive.in(FOLDER).use());
    }
    arguments.add("-jar");
    arguments.add(JAR);
    return arguments;
  }
}
