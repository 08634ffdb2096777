package dev.storefront.flashsale.release;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.storefront.flashsale.order.UnreadableException;
import dev.storefront.flashsale.units.PendingNote;
import io.lettuce.core.RedisCommandExecutionException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;

/**
 * Since when notes were poison to this instance: it could never have settled them, whatever was
 * away. A note's age does not tell: after an outage all are old.
 */
final class PoisonNotes {

  /** A few megabytes; those for which there is no room wait for others to be put aside. */
  private static final int MOST = 20_000;

  /** What was not tried for that long may have become something else, and begins anew. */
  private static final Duration KEPT = Duration.ofMinutes(5);

  private final Cache<Key, Instant> since =
      Caffeine.newBuilder().maximumSize(MOST).expireAfterAccess(KEPT).build();

  /** A note by what Redis has, byte by byte. */
  private record Key(long promotionId, int bucket, ByteBuffer member) {

    private static Key of(PendingNote note) {
      return new Key(note.promotionId(), note.bucket(), ByteBuffer.wrap(note.member()));
    }
  }

  /** What was read makes no sense, or a script refuses it; no server that is away says so. */
  static boolean isPoison(Throwable why) {
    return why instanceof UnreadableException || why instanceof RedisCommandExecutionException;
  }

  /** When the note was first found poison, which is now if it was not before. */
  Instant since(PendingNote note, Instant now) {
    return since.get(Key.of(note), first -> now);
  }

  /** It is gone, or may be settled after all. */
  void forget(PendingNote note) {
    since.invalidate(Key.of(note));
  }
}
