package dev.storefront.usertag.audience;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.storefront.usertag.reading.CoalescedReads;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Reads what questions are worked out on, with one statement for all that ask, and remembers it.
 */
@Component
class GroundTable {

  private static final int MOST_REMEMBERED = 20_000;

  private final JdbcClient database;
  private final Cache<String, Integer> numbers =
      Caffeine.newBuilder().maximumSize(MOST_REMEMBERED).build();
  private final CoalescedReads<String, Ground> reads = new CoalescedReads<>(this::readAll);
  private volatile long lastOrdinal;

  GroundTable(JdbcClient database) {
    this.database = database;
  }

  /** As it was when it was last read, however long ago; null if a tag is not in memory. */
  @Nullable Ground remembered(Set<String> tags) {
    Map<String, Integer> found = numbers.getAllPresent(tags);
    return found.size() < tags.size() ? null : new Ground(found, lastOrdinal);
  }

  /**
   * As the database has it now.
   *
   * @param tags names
   */
  Ground read(Set<String> tags) {
    Ground all = reads.read(tags);
    Map<String, Integer> found = new HashMap<>(all.numbers());
    found.keySet().retainAll(tags);
    return new Ground(found, all.lastOrdinal());
  }

  private Ground readAll(Set<String> tags) {
    Map<String, Integer> found = new HashMap<>();
    Set<String> missing = new HashSet<>(tags);
    long[] last = {0};
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
                last[0] = row.getLong(2);
              } else {
                found.put(name, row.getInt(2));
                missing.remove(name);
              }
            });
    lastOrdinal = last[0];
    numbers.putAll(found);
    numbers.invalidateAll(missing);
    return new Ground(found, last[0]);
  }
}
