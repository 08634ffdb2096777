package dev.storefront.localstack.process;

import dev.storefront.localstack.home.Home;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** The records of a home's processes, one file each. */
final class ProcessRecords {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Home home;

  ProcessRecords(Home home) {
    this.home = home;
  }

  /** The record, if its process still runs; a record of a dead process counts as none. */
  Optional<ProcessRecord> running(String name) {
    return any(name).filter(ProcessRecord::alive);
  }

  /** The record, whether its process runs or not. */
  Optional<ProcessRecord> any(String name) {
    return read(home.run(name));
  }

  /** The records of all processes that still run. */
  List<ProcessRecord> running() {
    Path folder = home.runs();
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".json"))
          .flatMap(file -> read(file).stream())
          .filter(ProcessRecord::alive)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Replaces the record in one step, so that nobody reads half of it. */
  void write(ProcessRecord process) throws IOException {
    Path file = home.run(process.name());
    Files.createDirectories(home.runs());
    Path next = file.resolveSibling(process.name() + ".json.next");
    Files.writeString(next, JSON.writeValueAsString(process));
    Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  void delete(String name) {
    try {
      Files.deleteIfExists(home.run(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Deletes the records of processes that run no more. */
  void deleteDead() {
    if (!Files.isDirectory(home.runs())) {
      return;
    }
    try (Stream<Path> files = Files.list(home.runs())) {
      for (Path file : files.filter(path -> path.toString().endsWith(".json")).toList()) {
        if (read(file).filter(ProcessRecord::alive).isEmpty()) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<ProcessRecord> read(Path file) {
    try {
      return Files.exists(file)
          ? Optional.of(JSON.readValue(Files.readString(file), ProcessRecord.class))
          : Optional.empty();
    } catch (IOException | JacksonException unreadable) {
      // A record that a crash cut short tells nothing about a process.
      return Optional.empty();
    }
  }
}
