package dev.storefront.shortlink.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {

  private static final Lease.Terms LEASE =
      new Lease.Terms("lease", 12, Instant.ofEpochMilli(1_900_000_000_000L), "https://s.example/");

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("links");
  }

  @Test
  void what_is_not_settled_is_there_again_and_what_is_cut_short_is_not() throws IOException {
    try (Journal journal = new Journal(file, 10)) {
      journal.add(link(1));
      journal.add(link(2));
      journal.settle(link(1));
    }
    Files.writeString(file, "+ {\"lease\":{\"id\":\"lea", StandardOpenOption.APPEND);
    try (Journal journal = new Journal(file, 10)) {
      assertThat(journal.open()).containsExactly(link(2));
    }
  }

  @Test
  void what_is_cut_short_within_a_character_or_a_number_takes_nothing_with_it() throws IOException {
    try (Journal journal = new Journal(file, 10)) {
      journal.add(link(1));
      journal.add(link(10));
    }
    byte[] half = {'+', ' ', '{', (byte) 0xe5, (byte) 0x95};
    Files.write(file, half, StandardOpenOption.APPEND);
    try (Journal journal = new Journal(file, 10)) {
      assertThat(journal.open()).containsExactly(link(1), link(10));
    }
    String settled = "- " + link(10).key();
    Files.writeString(file, settled.substring(0, settled.length() - 1), StandardOpenOption.APPEND);
    try (Journal journal = new Journal(file, 10)) {
      assertThat(journal.open()).as("10 cut short looks like 1").containsExactly(link(1), link(10));
    }
  }

  @Test
  void links_of_the_version_before_are_refused_and_stay() throws IOException {
    String before = "+ 12 3 lease 1900000000000 https%3A%2F%2Fs.example%2F aaaaD https%3A%2F%2Fx\n";
    Files.writeString(file, before);

    assertThatThrownBy(() -> new Journal(file, 10))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("the version before");

    assertThat(Files.readString(file)).isEqualTo(before);
    Files.delete(file);
    new Journal(file, 10).close();
  }

  @Test
  void it_stays_small_however_many_links_go_through_it() throws IOException {
    try (Journal journal = new Journal(file, 10)) {
      journal.add(link(0));
      for (int id = 1; id < 1_000; id++) {
        journal.add(link(id));
        journal.settle(link(id));
        assertThat(Files.readAllLines(file)).hasSizeLessThanOrEqualTo(42);
      }
      journal.settle(link(0));
      assertThat(Files.size(file)).isZero();
    }
  }

  @Test
  void it_is_one_clients_alone() {
    try (Journal journal = new Journal(file, 10)) {
      assertThat(journal.open()).isEmpty();
      assertThatThrownBy(() -> new Journal(file, 10)).isInstanceOf(IllegalStateException.class);
    }
    new Journal(file, 10).close();
  }

  @Test
  void an_interrupted_caller_closes_it_for_nobody() {
    try (Journal journal = new Journal(file, 10)) {
      Thread.currentThread().interrupt();
      journal.add(link(1));
      assertThat(Thread.interrupted()).isTrue();
      journal.add(link(2));
    }
    try (Journal journal = new Journal(file, 10)) {
      assertThat(journal.open()).containsExactly(link(1), link(2));
    }
  }

  /** A folder stands where the journal's next version is written, as if the disk were full. */
  @Test
  void it_goes_on_after_it_could_not_be_written_anew() throws IOException {
    Path inTheWay = folder.resolve("links.new");
    try (Journal journal = new Journal(file, 10)) {
      Files.createDirectory(inTheWay);
      journal.add(link(1));
      assertThatThrownBy(() -> journal.settle(link(1))).isInstanceOf(UncheckedIOException.class);
      journal.add(link(2));
      Files.delete(inTheWay);
    }
    try (Journal journal = new Journal(file, 10)) {
      assertThat(journal.open()).containsExactly(link(2));
    }
  }

  /** Windows replaces no file that is open; on Linux one can see who has it open. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void it_is_closed_when_it_is_written_anew() throws IOException {
    try (Journal journal = new Journal(file, 10)) {
      journal.add(link(1));
      assertThat(opened()).contains(file.toRealPath());
      journal.settle(link(1));
      assertThat(opened()).doesNotContain(file.toRealPath());
      journal.add(link(2));
    }
    assertThat(opened()).doesNotContain(file.toRealPath());
    try (Journal journal = new Journal(file, 10)) {
      assertThat(journal.open()).containsExactly(link(2));
    }
  }

  private static List<Path> opened() throws IOException {
    List<Path> opened = new ArrayList<>();
    try (DirectoryStream<Path> mine = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path each : mine) {
        try {
          opened.add(Files.readSymbolicLink(each));
        } catch (NoSuchFileException closedMeanwhile) {
          // Nobody has it open.
        }
      }
    }
    return opened;
  }

  @Test
  void one_that_could_not_be_read_is_nobodys() throws IOException {
    Files.createDirectory(file);
    assertThatThrownBy(() -> new Journal(file, 10)).isInstanceOf(UncheckedIOException.class);
    Files.delete(file);
    new Journal(file, 10).close();
  }

  @Test
  void one_that_is_closed_leaves_the_file_to_the_next() {
    Journal closed = new Journal(file, 10);
    closed.add(link(1));
    closed.close();
    try (Journal next = new Journal(file, 10)) {
      next.add(link(2));
      assertThatThrownBy(() -> closed.settle(link(1))).isInstanceOf(UncheckedIOException.class);
      assertThatThrownBy(() -> closed.add(link(3))).isInstanceOf(ShortLinkException.class);
    }
    try (Journal journal = new Journal(file, 10)) {
      assertThat(journal.open()).containsExactly(link(1), link(2));
    }
  }

  private static Announced link(long id) {
    String code = "code" + id;
    return new Announced(
        LEASE,
        new ShortLink(id, code, "https://s.example/" + code),
        "https://example.com/a b|" + id);
  }
}
