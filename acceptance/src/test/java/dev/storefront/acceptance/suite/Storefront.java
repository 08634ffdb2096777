package dev.storefront.acceptance.suite;

import dev.storefront.localstack.server.ProjectRoot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The script {@code ./storefront}, run on one home as a person would run it. */
public final class Storefront {

  private static final Duration LONGEST = Duration.ofMinutes(15);

  private final Map<String, String> environment = new HashMap<>();

  /** On the stack in that folder. */
  public Storefront(Path home) {
    environment.put("STOREFRONT_HOME", home.toString());
  }

  /** The same with a setting of the environment. */
  public Storefront with(String setting, String value) {
    environment.put(setting, value);
    return this;
  }

  /** Runs a command to its end. */
  public Finished run(String... arguments) {
    try {
      Path out = Files.createTempFile("storefront", ".out");
      Path err = Files.createTempFile("storefront", ".err");
      try {
        int exitCode = await(start(out, err, arguments), arguments);
        return new Finished(exitCode, Files.readString(out), Files.readString(err));
      } finally {
        Files.delete(out);
        Files.delete(err);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts a command that ends when it is told to. */
  public Process start(Path out, Path err, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(List.of(ProjectRoot.find().resolve("storefront").toString()));
    command.addAll(List.of(arguments));
    // To files: what the command leaves running would keep a pipe open.
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(ProjectRoot.find().toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().putAll(environment);
    return builder.start();
  }

  private static int await(Process process, String... arguments) {
    try {
      if (!process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IllegalStateException(
            "./storefront %s took longer than %s".formatted(String.join(" ", arguments), LONGEST));
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while ./storefront ran", e);
    }
  }

  /** How a command ended and what it printed. */
  public record Finished(int exitCode, String out, String err) {

    @Override
    public String toString() {
      return "exit code %d%n%s%n%s".formatted(exitCode, out, err);
    }
  }
}
