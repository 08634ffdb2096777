package dev.storefront.usertag.user;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.storefront.common.health.Replies;
import dev.storefront.usertag.reading.CoalescedReads;
import dev.storefront.usertag.segment.SegmentBuilds;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.cache.CaffeineCacheMetrics;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Users' ids and their ordinals: from 1, never given out twice. A user keeps his ordinal until he
 * is erased, so what was once read is kept in memory for a while (bounded): who changes something
 * by it sees whether it still holds when he locks the user's row.
 */
@Component
public class UserDirectory {

  /** Of a thousand values and more MariaDB makes a table, and joins it. */
  public static final int VALUES_PER_STATEMENT = 900;

  private static final int MOST_REMEMBERED = 200_000;
  private static final long UNKNOWN = -1;

  /** So long the id of somebody whom another instance erased may be in memory. */
  private static final Duration REMEMBERED = Duration.ofMinutes(10);

  private final UserTable users;
  private final SegmentBuilds segments;
  private final TransactionTemplate transaction;
  private final Cache<String, Long> ordinals;
  private final Cache<Long, String> ids;
  private final CoalescedReads<String, Map<String, Long>> reads = new CoalescedReads<>(this::read);

  UserDirectory(
      UserTable users,
      SegmentBuilds segments,
      TransactionTemplate transaction,
      MeterRegistry meters) {
    this.users = users;
    this.segments = segments;
    this.transaction = transaction;
    this.ordinals = CaffeineCacheMetrics.monitor(meters, newCache(), "user-ordinals");
    this.ids = CaffeineCacheMetrics.monitor(meters, newCache(), "user-ids");
  }

  private static <K, V> Cache<K, V> newCache() {
    return Caffeine.newBuilder()
        .maximumSize(MOST_REMEMBERED)
        .expireAfterWrite(REMEMBERED)
        .recordStats()
        .build();
  }

  /** The user's ordinal; empty if the user is not known. Asks the database each time. */
  public OptionalLong find(UserId userId) {
    Long ordinal = reads.read(List.of(userId.text())).get(userId.text());
    return ordinal == null ? OptionalLong.empty() : OptionalLong.of(ordinal);
  }

  /** The ordinal that the user had when it was last read; null if it is not in memory. */
  @Nullable Long remembered(UserId userId) {
    return ordinals.getIfPresent(userId.text());
  }

  /** To be called when users were erased: who is found again is another user. */
  public void forget(Collection<String> userIds) {
    ids.invalidateAll(ordinals.getAllPresent(userIds).values());
    ordinals.invalidateAll(userIds);
  }

  /**
   * The ordinals of all these users, but for those who are neither known nor admitted; who comes
   * for the first time is given one.
   *
   * @param userIds 1000 at most
   * @param known the ordinals of those who are known, by {@link #find(Collection)} or {@link #read}
   * @param admitted which of some users may become known; asked first in the transaction
   * @param onNew gets the new users' ordinals, in the transaction that gives them
   */
  public Map<String, Long> enrol(
      Collection<String> userIds,
      Map<String, Long> known,
      UnaryOperator<Set<String>> admitted,
      Consumer<Map<String, Long>> onNew) {
    Set<String> missing = new LinkedHashSet<>(userIds);
    missing.removeAll(known.keySet());
    if (missing.isEmpty()) {
      return known;
    }
    Map<String, Long> others =
        Objects.requireNonNull(
            transaction.execute(status -> add(admitted.apply(missing), UNKNOWN, onNew)));
    others.forEach(this::remember);
    Map<String, Long> all = new HashMap<>(known);
    all.putAll(others);
    return all;
  }

  /**
   * The ordinals of all these users as the database has them now; who comes for the first time is
   * given one. Nothing of it is kept in memory, nor taken from there.
   *
   * @param userIds some thousand, each once
   * @param beforeNew takes the new users before they get ordinals
   * @param onNew as of {@link #enrol}
   */
  public Map<String, Long> enrolMany(
      List<String> userIds, Consumer<Set<String>> beforeNew, Consumer<Map<String, Long>> onNew) {
    long last = users.lastOrdinal();
    List<String> half = userIds.subList(0, userIds.size() / 2);
    CompletableFuture<Map<String, Long>> meanwhile =
        CompletableFuture.supplyAsync(
            () -> users.ordinals(half), work -> new Thread(work, "tag-import-ids").start());
    Map<String, Long> all = users.ordinals(userIds.subList(half.size(), userIds.size()));
    all.putAll(Replies.await(meanwhile));
    if (all.size() < userIds.size()) {
      Set<String> missing = new LinkedHashSet<>(userIds);
      missing.removeAll(all.keySet());
      beforeNew.accept(missing);
      all.putAll(Objects.requireNonNull(transaction.execute(status -> add(missing, last, onNew))));
    }
    return all;
  }

  /**
   * @param lastBefore the last ordinal when these users were not known
   */
  private Map<String, Long> add(
      Set<String> userIds, long lastBefore, Consumer<Map<String, Long>> onNew) {
    if (userIds.isEmpty()) {
      return Map.of();
    }
    long last = users.lockLastOrdinal();
    // Somebody may have been quicker: only who holds the lock knows.
    Map<String, Long> all = last == lastBefore ? new HashMap<>() : users.ordinals(userIds);
    Set<String> missing = new LinkedHashSet<>(userIds);
    missing.removeAll(all.keySet());
    if (!missing.isEmpty()) {
      // Nobody has an ordinal of theirs yet: Redis is to have them from the first one on.
      segments.open(last, missing.size());
      Map<String, Long> added = users.append(last, List.copyOf(missing));
      onNew.accept(added);
      all.putAll(added);
    }
    return all;
  }

  /**
   * The highest ordinal that was given to a user, 0 before the first. Nobody gets one until the
   * transaction at hand ends.
   */
  public long lockHighestOrdinal() {
    return users.lockLastOrdinal();
  }

  /**
   * The ordinals of those of these users that are known; of one who was erased by another instance
   * some minutes ago perhaps the former one.
   *
   * @param userIds 1000 at most
   */
  public Map<String, Long> find(Collection<String> userIds) {
    Map<String, Long> found = new LinkedHashMap<>(ordinals.getAllPresent(userIds));
    Set<String> missing = new LinkedHashSet<>(userIds);
    missing.removeAll(found.keySet());
    found.putAll(read(missing));
    return found;
  }

  /** As {@link #find(Collection)}, but as the database has them now. */
  public Map<String, Long> read(Collection<String> userIds) {
    Map<String, Long> read = users.ordinals(userIds);
    read.forEach(this::remember);
    return read;
  }

  /**
   * The ids of these ordinals, in their order. One that was never given to a user (a bitmap that is
   * ahead of a restored database) is left out.
   *
   * @param wanted 1000 at most, each once
   */
  public List<String> ids(long[] wanted) {
    List<Long> inOrder = LongStream.of(wanted).boxed().toList();
    Map<Long, String> found = new HashMap<>(ids.getAllPresent(inOrder));
    Map<Long, String> read =
        readIds(inOrder.stream().filter(ordinal -> !found.containsKey(ordinal)).toList());
    read.forEach((ordinal, id) -> remember(id, ordinal));
    found.putAll(read);
    return inOrder.stream().filter(found::containsKey).map(found::get).toList();
  }

  /**
   * The ids of these ordinals as the database has them now: nobody who was erased is among them.
   */
  public Map<Long, String> readIds(Collection<Long> wanted) {
    return users.ids(wanted);
  }

  void remember(String userId, Long ordinal) {
    ordinals.put(userId, ordinal);
    ids.put(ordinal, userId);
  }
}
