package dev.storefront.localstack.program;

import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.server.ClassArchive;
import dev.storefront.localstack.server.Finished;
import dev.storefront.localstack.server.JavaCommand;
import dev.storefront.localstack.server.ServerArchives;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The last step of a service's build: extracts its executable jar, and writes down which classes a
 * start loads. For that the service runs once, without any server, until everything is made and
 * nothing is started.
 */
public final class ProgramBuild {

  private static final int BOUND_SECONDS = 600;
  private static final String HEAP = "512m";

  private final Path jar;
  private final Path room;
  private final Path log;

  private ProgramBuild(Path jar) {
    this.jar = jar;
    this.room = jar.resolveSibling("program.next");
    this.log = jar.resolveSibling("program.log");
  }

  /**
   * @param arguments the executable jar in the module's build folder; whether to make an archive of
   *     its classes, and those of the servers if they are missing, {@code true} or {@code false};
   *     the folder of the working copy
   */
  public static void main(String[] arguments) throws IOException {
    Path jar = Path.of(arguments[0]).toAbsolutePath();
    boolean archived = Boolean.parseBoolean(arguments[1]);
    new ProgramBuild(jar).run(archived);
    if (archived) {
      ServerArchives.ensure(Path.of(arguments[2]).toAbsolutePath());
    }
  }

  private void run(boolean archived) throws IOException {
    Path program = jar.resolveSibling(ServiceProgram.FOLDER);
    // First: of a build that is broken off no program is left that looks as new as its jar.
    Home.deleteTree(program);
    Home.deleteTree(room);
    Files.createDirectories(room);
    Files.deleteIfExists(log);
    extract();
    if (archived) {
      archive();
    }
    Files.move(room.resolve(ServiceProgram.FOLDER), program);
    Home.deleteTree(room);
  }

  private void extract() throws IOException {
    List<String> command = new ArrayList<>(JavaCommand.quickStart(HEAP));
    command.addAll(List.of("-Djarmode=tools", "-jar", jar.toString(), "extract"));
    command.addAll(List.of("--destination", ServiceProgram.FOLDER));
    finish(command, "extracting " + jar);
    Path extracted = room.resolve(ServiceProgram.FOLDER).resolve(jar.getFileName());
    Files.move(extracted, room.resolve(ServiceProgram.JAR));
  }

  /** Without one the service starts all the same, only slower: nothing here fails a build. */
  private void archive() {
    List<String> program =
        List.of(
            "-Dspring.context.exit=onRefresh",
            "-Dspring.profiles.active=local,training",
            "-jar",
            ServiceProgram.JAR);
    ClassArchive archive = ClassArchive.in(ServiceProgram.FOLDER);
    try {
      for (List<String> command : archive.making(JavaCommand.quickStart(HEAP), program)) {
        finish(command, "a run for the archive of its classes");
      }
      Files.deleteIfExists(room.resolve(archive.leftOver()));
    } catch (IOException e) {
      System.err.println("[WARNING] The service will start slowly: " + e.getMessage());
    }
  }

  private void finish(List<String> command, String purpose) throws IOException {
    Process process =
        new ProcessBuilder(command)
            .directory(room.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    Finished.successfully(process, purpose, BOUND_SECONDS, log);
  }
}
