package dev.storefront.flashsale.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.flashsale.order.UnreadableException;
import dev.storefront.flashsale.units.PendingNote;
import io.lettuce.core.RedisCommandExecutionException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class PoisonNotesTest {

  private static final Instant THEN = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant LATER = THEN.plusSeconds(50);

  private final PoisonNotes poison = new PoisonNotes();

  @Test
  void only_what_cannot_be_read_and_what_a_script_refuses_is_poison() {
    assertThat(PoisonNotes.isPoison(new UnreadableException("The note"))).isTrue();
    assertThat(PoisonNotes.isPoison(new RedisCommandExecutionException("ERR script"))).isTrue();

    assertThat(PoisonNotes.isPoison(new IllegalArgumentException("of some library"))).isFalse();
    assertThat(PoisonNotes.isPoison(new IllegalStateException("closed"))).isFalse();
    assertThat(
            PoisonNotes.isPoison(
                new BackendUnavailableException(
                    "redis", false, new RedisCommandExecutionException("MOVED 1 a:1"))))
        .isFalse();
  }

  @Test
  void a_note_is_poison_since_it_was_first_found_so_until_another_failure_comes_between() {
    assertThat(poison.since(note(7, 0, "a"), THEN)).isEqualTo(THEN);
    assertThat(poison.since(note(7, 0, "a"), LATER)).isEqualTo(THEN);

    poison.forget(note(7, 0, "a"));

    assertThat(poison.since(note(7, 0, "a"), LATER)).isEqualTo(LATER);
  }

  @Test
  void other_notes_are_others_though_they_say_the_same() {
    poison.since(note(7, 0, "a"), THEN);

    assertThat(poison.since(note(8, 0, "a"), LATER)).isEqualTo(LATER);
    assertThat(poison.since(note(7, 1, "a"), LATER)).isEqualTo(LATER);
    assertThat(poison.since(note(7, 0, "b"), LATER)).isEqualTo(LATER);
  }

  private static PendingNote note(long promotion, int bucket, String member) {
    return new PendingNote(promotion, bucket, member.getBytes(StandardCharsets.UTF_8));
  }
}
