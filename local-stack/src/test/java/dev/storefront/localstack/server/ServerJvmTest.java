package dev.storefront.localstack.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerJvmTest {

  private static final Instant RESOLVED = Instant.parse("2026-01-01T00:00:00Z");

  @TempDir Path root;
  private Path target;
  private ServerJvm jvm;

  @BeforeEach
  void classPath() throws IOException {
    target = Files.createDirectories(root.resolve("local-stack/a-server/target"));
    write(target.resolve("classpath"), RESOLVED);
    jvm = ServerJvm.of(root, "a-server");
  }

  @Test
  void a_server_starts_without_an_archive_that_is_not_there() {
    assertThat(command()).noneMatch(flag -> flag.contains(".jsa")).endsWith("Main", "start");
  }

  @Test
  void a_server_starts_from_the_archive_of_its_class_path() throws IOException {
    write(archive(), RESOLVED.plusSeconds(1));

    assertThat(command()).contains("-XX:SharedArchiveFile=" + archive()).endsWith("Main", "start");
  }

  @Test
  void an_archive_from_before_the_class_path_changed_counts_for_nothing() throws IOException {
    write(archive(), RESOLVED.minusSeconds(1));

    assertThat(command()).noneMatch(flag -> flag.contains(".jsa"));
  }

  @Test
  void a_run_that_records_makes_the_archive() {
    assertThat(jvm.recording().command("64m", List.of("Main", "start")))
        .contains("-XX:ArchiveClassesAtExit=" + archive());
  }

  private List<String> command() {
    return jvm.command("64m", List.of("Main", "start"));
  }

  private Path archive() {
    return Path.of(ClassArchive.ofServerIn(target).path());
  }

  private static void write(Path file, Instant time) throws IOException {
    Files.writeString(file, "");
    Files.setLastModifiedTime(file, FileTime.from(time));
  }
}
