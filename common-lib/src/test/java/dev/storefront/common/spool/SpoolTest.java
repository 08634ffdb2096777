package dev.storefront.common.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpoolTest {

  private static final SpoolLimits LIMITS = new SpoolLimits(100, 250, Duration.ofDays(7));
  private static final Clock CLOCK = Clock.systemUTC();

  @TempDir Path folder;

  @Test
  void a_file_is_here_as_it_came_until_it_is_deleted() throws IOException {
    Spool spool = spool();
    SpooledFile file = taken(spool, "some lines");
    assertThat(file.bytes()).isEqualTo(10);
    assertThat(spool.has(file)).isTrue();
    try (InputStream in = spool.open(file, 5)) {
      assertThat(in.readAllBytes()).asString().isEqualTo("lines");
    }
    spool.delete(file);
    spool.delete(file);
    assertThat(spool.has(file)).isFalse();
  }

  @Test
  void nothing_stays_of_a_file_that_is_too_long_or_was_not_sent_to_its_end() throws IOException {
    Spool spool = spool();
    assertThat(take(spool, "x".repeat(100))).isInstanceOf(SpoolOutcome.Taken.class);
    assertThat(take(spool, "x".repeat(101))).isEqualTo(new SpoolOutcome.TooLong(100));
    InputStream broken =
        new SequenceInputStream(
            bytes("some"),
            new InputStream() {
              @Override
              public int read() throws IOException {
                throw new IOException("hung up");
              }
            });
    assertThatThrownBy(() -> spool.take(broken)).hasMessage("hung up");
    assertThat(files()).hasSize(1);
  }

  @Test
  void all_files_together_have_a_limit_too() throws IOException {
    Spool spool = spool();
    SpooledFile first = taken(spool, "x".repeat(100));
    taken(spool, "x".repeat(100));
    assertThat(take(spool, "x".repeat(51))).isEqualTo(new SpoolOutcome.Full());
    taken(spool, "x".repeat(50));
    assertThat(take(spool, "x")).isEqualTo(new SpoolOutcome.Full());
    spool.delete(first);
    taken(spool, "x".repeat(100));
  }

  @Test
  void files_that_come_side_by_side_have_that_limit_together() throws IOException {
    Spool spool = spool();
    taken(spool, "x".repeat(100));
    InputStream whileAnotherIsTaken =
        new InputStream() {
          private int left = 100;

          @Override
          public int read() throws IOException {
            if (left == 100) {
              taken(spool, "x".repeat(100));
            }
            return left-- > 0 ? 'x' : -1;
          }
        };
    assertThat(spool.take(whileAnotherIsTaken)).isEqualTo(new SpoolOutcome.Full());
    assertThat(files()).hasSize(2);
  }

  @Test
  void what_else_lies_in_its_folder_stays() throws IOException {
    Spool spool = spool();
    taken(spool, "some lines");
    Path other = Files.writeString(folder.resolve("files/notes.txt"), "somebody's");
    Path nested = Files.createDirectories(folder.resolve("files/photos"));
    for (Path path : List.of(other, nested)) {
      Files.setLastModifiedTime(path, FileTime.from(CLOCK.instant().minus(Duration.ofHours(7))));
    }
    spool.tidy(name -> true);
    assertThat(other).exists();
    assertThat(nested).exists();
  }

  @Test
  void who_has_the_folder_knows_at_once_that_a_file_is_lost_and_others_after_a_while(
      @TempDir Path elsewhere) throws IOException {
    SpooledFile file = taken(spool(), "some lines");
    Spool afterRestart = spool();
    Spool other = new Spool(elsewhere, LIMITS, CLOCK);
    Instant now = CLOCK.instant();
    assertThat(afterRestart.isInCharge(file, now)).isTrue();
    assertThat(other.isInCharge(file, now)).isFalse();
    assertThat(other.isInCharge(file, now.minus(Duration.ofDays(8)))).isTrue();
    afterRestart.delete(file);
    assertThat(afterRestart.isInCharge(file, now)).isTrue();
    assertThat(afterRestart.has(file)).isFalse();
  }

  @Test
  void what_nobody_needs_is_deleted_once_it_is_old() throws IOException {
    Spool spool = spool();
    SpooledFile needed = taken(spool, "needed");
    SpooledFile orphan = taken(spool, "orphan");
    SpooledFile fresh = taken(spool, "fresh");
    Files.writeString(folder.resolve("files/half.part"), "half");
    for (Path file : files()) {
      if (!file.getFileName().toString().startsWith(fresh.name())) {
        Files.setLastModifiedTime(file, FileTime.from(CLOCK.instant().minus(Duration.ofHours(7))));
      }
    }
    String id = spool.id();
    spool.tidy(needed.name()::equals);
    assertThat(spool.has(needed)).isTrue();
    assertThat(spool.has(orphan)).isFalse();
    assertThat(spool.has(fresh)).isTrue();
    assertThat(files()).hasSize(2);
    assertThat(spool().id()).isEqualTo(id);
  }

  private Spool spool() {
    return new Spool(folder.resolve("files"), LIMITS, CLOCK);
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("files"))) {
      return files.filter(file -> !file.endsWith("spool-id")).toList();
    }
  }

  private static SpooledFile taken(Spool spool, String text) throws IOException {
    return ((SpoolOutcome.Taken) take(spool, text)).file();
  }

  private static SpoolOutcome take(Spool spool, String text) throws IOException {
    return spool.take(bytes(text));
  }

  private static InputStream bytes(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }
}
