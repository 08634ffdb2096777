package dev.storefront.usertag.tagging;

import static java.util.stream.Collectors.toSet;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Remembers events by their id, in the transaction that makes their change: an event that Kafka
 * delivers a second time must not undo what has happened since.
 */
@Component
class AppliedEvents {

  /** Far longer than Kafka takes to deliver again. */
  private static final Duration REMEMBERED = Duration.ofDays(3);

  private static final int DIGEST_BYTES = 16;

  private final JdbcClient database;
  private final JdbcTemplate batches;
  private final Clock clock;

  AppliedEvents(JdbcClient database, JdbcTemplate batches, Clock clock) {
    this.database = database;
    this.batches = batches;
    this.clock = clock;
  }

  /** Those changes whose event was not applied before; their events count as applied from now. */
  List<TagChange> claim(List<TagChange> changes) {
    Set<String> digests =
        changes.stream()
            .map(TagChange::eventId)
            .filter(Objects::nonNull)
            .map(this::digest)
            .collect(toSet());
    if (digests.isEmpty()) {
      return changes;
    }
    Set<String> fresh = new HashSet<>(digests);
    fresh.removeAll(applied(digests));
    long now = clock.millis();
    batches.batchUpdate(
        "INSERT INTO applied_event (digest, applied_at) VALUES (?, ?)",
        fresh.stream()
            .sorted()
            .map(digest -> new Object[] {HexFormat.of().parseHex(digest), now})
            .toList());
    // Within the batch, too, an event counts once.
    return changes.stream()
        .filter(change -> change.eventId() == null || fresh.remove(digest(change.eventId())))
        .toList();
  }

  /** Forgets what is long past, some at a time; returns how many. */
  int forgetOld(int limit) {
    return database
        .sql("DELETE FROM applied_event WHERE applied_at < ? LIMIT ?")
        .params(clock.millis() - REMEMBERED.toMillis(), limit)
        .update();
  }

  private Set<String> applied(Set<String> digests) {
    return database
        .sql("SELECT digest FROM applied_event WHERE digest IN (:digests)")
        .param("digests", digests.stream().map(HexFormat.of()::parseHex).toList())
        .query((row, index) -> HexFormat.of().formatHex(row.getBytes("digest")))
        .set();
  }

  private String digest(String eventId) {
    try {
      byte[] sha =
          MessageDigest.getInstance("SHA-256").digest(eventId.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(Arrays.copyOf(sha, DIGEST_BYTES));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }
}
