package dev.storefront.fitment.placement;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.storefront.common.switches.Switch;
import dev.storefront.common.switches.Switches;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * What this instance read of shelves, so that a hot group needs no call to Redis.
 *
 * <p>How stale it can be: not at all as to writes of this instance, which {@link #changed} tells
 * before their callers hear; as to others' for as long as their change is on its way through the
 * topic {@code fitment-changes}; and in no case longer than {@link NearCacheProperties#maxAge},
 * counted from before the read. What was read at the same time is forgotten at different times,
 * within the last quarter of that: a page of 200 groups must not have to read all of them anew at
 * once. What is too old to answer is kept: any read of the shelf that finds the same revision makes
 * all of it as good as new, so that a hot shelf costs one read each few seconds, not one for each
 * of its blocks. After {@value #KEPT_FOR} times that age it goes in any case, within the last
 * quarter of that, too. An operator turns it off with the switch {@value #SWITCH}.
 */
@Component
class NearCache {

  static final String SWITCH = "near-cache";

  /** What a shelf's name and the cache's own records take. */
  private static final int ENTRY_OVERHEAD = 200;

  /** One shelf keeps at most this share of all. */
  private static final int LARGEST_SHARE = 64;

  /** It is in this part of the greatest age, the last one, that each shelf is forgotten. */
  private static final int SPREAD_SHARE = 4;

  /** How often its greatest age a shelf is kept for, whatever is found of its revision. */
  private static final int KEPT_FOR = 12;

  /** Spreads hashes of neighbouring shelves over all 64 bits (Fibonacci hashing). */
  private static final long GOLDEN_RATIO = 0x9E37_79B9_7F4A_7C15L;

  private final Cache<Shelf, Kept> shelves;
  private final HeardRevisions heard = new HeardRevisions();
  private final Switch<Boolean> on;
  private final Ticker ticker;
  private final long maxAge;
  private final long mostOfOne;
  private final Counter hits;
  private final Counter misses;

  @Autowired
  NearCache(NearCacheProperties settings, Switches switches, MeterRegistry meters) {
    this(settings, switches, meters, Ticker.systemTicker());
  }

  NearCache(NearCacheProperties settings, Switches switches, MeterRegistry meters, Ticker ticker) {
    this.on = switches.defineBoolean(SWITCH, true);
    this.ticker = ticker;
    this.maxAge = settings.maxAge().toNanos();
    this.mostOfOne = settings.size().toBytes() / LARGEST_SHARE;
    this.shelves =
        Caffeine.newBuilder()
            .maximumWeight(settings.size().toBytes())
            .weigher((Shelf shelf, Kept kept) -> ENTRY_OVERHEAD + kept.part().weight())
            .expireAfter(
                Expiry.creating(
                    (Shelf shelf, Kept kept) -> Duration.ofNanos(spread(shelf, KEPT_FOR * maxAge))))
            .ticker(ticker)
            .build();
    this.hits = meters.counter("storefront.near.cache.gets", "result", "hit");
    this.misses = meters.counter("storefront.near.cache.gets", "result", "miss");
    meters.gauge("storefront.near.cache.bytes", shelves, NearCache::weight);
  }

  /**
   * Answers a question if it has all that takes, and each of the SKUs is where it is looked for.
   */
  @Nullable ShelfAnswer answer(Shelf shelf, ShelfQuestion question, List<Long> skuIds) {
    if (!on.get()) {
      dropAll();
      return null;
    }
    Kept kept = shelves.getIfPresent(shelf);
    if (kept != null && ticker.read() - kept.until() < 0) {
      ShelfAnswer answer = ShelfAnswer.of(question, skuIds, kept.part());
      if (answer != null && answer.isComplete()) {
        hits.increment();
        return answer;
      }
    }
    misses.increment();
    return null;
  }

  /** To be called before a shelf is read, so that what is read can be kept. */
  Reading beginReading(Shelf shelf) {
    return new Reading(shelf, heard.last(shelf), ticker.read());
  }

  /** Keeps what was read, unless something newer was heard of. */
  void keep(Reading reading, ShelfPart read) {
    if (on.get()) {
      shelves
          .asMap()
          .compute(
              reading.shelf(),
              (shelf, kept) ->
                  heard.isNewest(shelf, read.revision(), reading.heardBefore())
                      ? newest(kept, read, reading.begunAt() + spread(shelf, maxAge))
                      : kept);
    }
  }

  /** A shelf has this revision now, or will have it soon; what is older is dropped. */
  void changed(Shelf shelf, long revision) {
    heard.hear(shelf, revision);
    shelves
        .asMap()
        .computeIfPresent(shelf, (same, kept) -> kept.part().revision() < revision ? null : kept);
  }

  /** Some time of the last part of an age in nanoseconds: another one for another shelf. */
  private static long spread(Shelf shelf, long age) {
    return age - Math.floorMod(shelf.hashCode() * GOLDEN_RATIO, 1 + age / SPREAD_SHARE);
  }

  private Kept newest(@Nullable Kept kept, ShelfPart read, long until) {
    if (kept == null || kept.part().revision() < read.revision()) {
      return new Kept(read, until);
    }
    if (kept.part().revision() > read.revision()) {
      return kept;
    }
    // It is still the newest revision, so that what was read before is as good as new.
    ShelfPart both = read.with(kept.part());
    long latest = until - kept.until() > 0 ? until : kept.until();
    return new Kept(both.weight() > mostOfOne ? read : both, latest);
  }

  private void dropAll() {
    if (shelves.estimatedSize() > 0) {
      shelves.invalidateAll();
    }
  }

  private static double weight(Cache<Shelf, Kept> shelves) {
    return shelves.policy().eviction().orElseThrow().weightedSize().orElse(0);
  }

  /**
   * A shelf that is being read.
   *
   * @param begunAt by the ticker
   */
  record Reading(Shelf shelf, HeardRevisions.Heard heardBefore, long begunAt) {}

  /**
   * What is kept of a shelf.
   *
   * @param until when it counts no more, by the ticker: {@link NearCacheProperties#maxAge} after it
   *     was the newest revision in Redis, or somewhat earlier
   */
  private record Kept(ShelfPart part, long until) {}
}
