package dev.storefront.usertag.tag;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.storefront.usertag.reading.CoalescedReads;
import dev.storefront.usertag.segment.Edition;
import dev.storefront.usertag.segment.SegmentBuilds;
import dev.storefront.usertag.segment.SegmentLayout;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Reads what questions are worked out on, with one statement for all that ask, and remembers it for
 * as long as the segments tell that it still is so.
 */
@Component
public class GroundTable {

  private static final int MOST_REMEMBERED = 20_000;

  /** So old is nothing that is not asked for again: of what segments do not tell, as by hand. */
  private static final Duration LONGEST = Duration.ofSeconds(10);

  private final JdbcClient database;
  private final SegmentBuilds builds;
  private final SegmentLayout layout;
  private final Cache<String, Remembered> numbers =
      Caffeine.newBuilder().maximumSize(MOST_REMEMBERED).build();
  private final Map<Integer, Told> told = new ConcurrentHashMap<>(); // of each segment
  private final CoalescedReads<String, Ground> reads = new CoalescedReads<>(this::readAll);
  private final Ticker ticker;
  private final Counter held;
  private final Counter asked;
  private volatile @Nullable Ground last;

  @Autowired
  GroundTable(
      JdbcClient database, SegmentBuilds builds, SegmentLayout layout, MeterRegistry meters) {
    this(database, builds, layout, meters, Ticker.systemTicker());
  }

  GroundTable(
      JdbcClient database,
      SegmentBuilds builds,
      SegmentLayout layout,
      MeterRegistry meters,
      Ticker ticker) {
    this.database = database;
    this.builds = builds;
    this.layout = layout;
    this.ticker = ticker;
    this.held = meters.counter("storefront.usertag.remembered", "result", "held");
    this.asked = meters.counter("storefront.usertag.remembered", "result", "asked");
  }

  /**
   * @param readAt as of {@link Ground}
   */
  private record Remembered(int number, long readAt) {}

  /**
   * What a segment told last.
   *
   * @param since when this instance had heard of it, as of {@link Ground#readAt}
   */
  private record Told(Edition edition, long since) {}

  /** As it was when it was last read, however long ago; null if a tag is not in memory. */
  public @Nullable Ground remembered(Set<String> tags) {
    Map<String, Remembered> found = numbers.getAllPresent(tags);
    Ground latest = last;
    if (found.size() < tags.size() || latest == null) {
      return null;
    }
    Map<String, Integer> known = new HashMap<>();
    found.forEach((name, tag) -> known.put(name, tag.number()));
    long now = ticker.read();
    long age = now - latest.readAt();
    for (Remembered tag : found.values()) {
      age = Math.max(age, now - tag.readAt());
    }
    return new Ground(known, latest.lastOrdinal(), now - age);
  }

  /**
   * Whether what was remembered was so all the time until now. A number is never given again, and
   * while a segment tells one confirmed edition, no tag is deleted and no segment begun: what was
   * read after it was first told, and is told with the last of an answer, is so. Else the database
   * is asked.
   *
   * @param remembered has {@link Ground#saw seen} all segments of which the answer is
   */
  public boolean holds(Ground remembered) {
    if (isConfirmed(remembered)) {
      held.increment();
      return true;
    }
    asked.increment();
    return isLike(remembered, read(remembered.numbers().keySet()));
  }

  private boolean isConfirmed(Ground ground) {
    boolean isConfirmed =
        !ground.seen().isEmpty() && ticker.read() - ground.readAt() < LONGEST.toNanos();
    for (Edition edition : ground.seen()) {
      isConfirmed &= isConfirmed(edition, ground.readAt());
    }
    return isConfirmed;
  }

  private boolean isConfirmed(Edition edition, long readAt) {
    if (!edition.isConfirmed()) {
      builds.confirmSoon(edition);
      return false;
    }
    Told before = told.get(edition.segment());
    if (before == null || !before.edition().equals(edition)) {
      told.put(edition.segment(), new Told(edition, ticker.read()));
      return false;
    }
    return readAt - before.since() > 0;
  }

  private boolean isLike(Ground one, Ground other) {
    return one.numbers().equals(other.numbers())
        && layout.lastSegment(one.lastOrdinal()) == layout.lastSegment(other.lastOrdinal());
  }

  /**
   * As the database has it now.
   *
   * @param tags names
   */
  public Ground read(Set<String> tags) {
    Ground all = reads.read(tags);
    Map<String, Integer> found = new HashMap<>(all.numbers());
    found.keySet().retainAll(tags);
    return new Ground(found, all.lastOrdinal(), all.readAt());
  }

  private Ground readAll(Set<String> tags) {
    long readAt = ticker.read();
    Map<String, Integer> found = new HashMap<>();
    long[] highest = {0};
    // No tag has an empty name, which is asked for where there is no other one.
    database
        .sql(
            "SELECT name, number FROM tag WHERE name IN (:tags)"
                + " UNION ALL SELECT '', value FROM counter WHERE name = 'user'")
        .param(
            "tags",
            Stream.concat(Stream.of(""), tags.stream())
                .map(name -> name.getBytes(StandardCharsets.UTF_8))
                .toList())
        .query(
            row -> {
              String name = new String(row.getBytes(1), StandardCharsets.UTF_8);
              if (name.isEmpty()) {
                highest[0] = row.getLong(2);
              } else {
                found.put(name, row.getInt(2));
              }
            });
    Ground ground = new Ground(found, highest[0], readAt);
    // What a transaction sees may never have been, for others.
    if (!TransactionSynchronizationManager.isActualTransactionActive()) {
      remember(tags, ground);
    }
    return ground;
  }

  private void remember(Set<String> tags, Ground ground) {
    last = ground;
    Set<String> missing = new HashSet<>(tags);
    missing.removeAll(ground.numbers().keySet());
    numbers.invalidateAll(missing);
    ground
        .numbers()
        .forEach((name, number) -> numbers.put(name, new Remembered(number, ground.readAt())));
  }
}
