package dev.storefront.shortlink.link;

import dev.storefront.common.hbase.HBaseClient;
import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.health.Replies;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Which links there are, newest first, in HBase: a row for each list that a link is in (all, its
 * owner's, and both again for each of its tags). A list lies in {@value #PARTS} parts, so that what
 * is new does not all go to one region. A row may outlive what it says: whoever reads it looks at
 * the link itself.
 */
@Component
class LinkIndex {

  static final String TABLE = "shortlink_lists";
  static final String FAMILY = "l";
  static final int PARTS = 8;

  private static final Logger log = LoggerFactory.getLogger(LinkIndex.class);
  private static final byte[] FAMILY_BYTES = Bytes.toBytes(FAMILY);
  private static final byte[] GENERATION = Bytes.toBytes("g");
  private static final int TIME_DIGITS = 16;
  private static final Duration LEFT_ALONE = Duration.ofSeconds(5);

  /** A quarter of the web server's threads. */
  private static final int MOST_WAITING = 16;

  private final HBaseClient hbase;
  private final ColdTimes times;
  private final Clock clock;
  private final AtomicInteger failures = new AtomicInteger();
  private final Semaphore waiting = new Semaphore(MOST_WAITING);
  private volatile long leftAloneUntil;

  LinkIndex(HBaseClient hbase, ColdTimes times, Clock clock) {
    this.hbase = hbase;
    this.times = times;
    this.clock = clock;
  }

  /**
   * A link in a list.
   *
   * @param createdAt epoch milliseconds
   * @param generation of the code when the link was made
   */
  record Entry(long createdAt, String code, int generation) {

    /** The newest first. */
    static final Comparator<Entry> ORDER =
        Comparator.comparingLong(Entry::createdAt).reversed().thenComparing(Entry::code);
  }

  /** A list's name: of an owner's links, of those with a tag, of both, or of all. */
  static String listOf(@Nullable String owner, @Nullable String tag) {
    return (owner == null ? "" : "o=" + encoded(owner)) + (tag == null ? "" : "&t=" + encoded(tag));
  }

  /** Puts links into their lists; returns when all are there. A repeat changes nothing. */
  void store(List<MappingEvent> events) {
    Replies.await(write(events));
  }

  /**
   * As {@link #store} of a single link, for who looks at a list right afterwards. While HBase is
   * away, or so many wait for it that visitors would find no thread, nothing happens: Kafka has the
   * event all the same.
   */
  void storeNow(MappingEvent event) {
    if (clock.millis() < leftAloneUntil || !waiting.tryAcquire()) {
      return;
    }
    try {
      Replies.await(write(List.of(event)));
      failures.set(0);
    } catch (BackendUnavailableException away) {
      // A single time-out is a hiccup: whoever comes next is to be listed at once.
      if (failures.incrementAndGet() > 1) {
        leftAloneUntil = clock.millis() + LEFT_ALONE.toMillis();
      }
      log.warn("Lists have new links later: {}", away.toString());
    } finally {
      waiting.release();
    }
  }

  /**
   * Some entries of a list, the newest first.
   *
   * @param after where to begin; null for the newest
   */
  List<Entry> page(String list, @Nullable Entry after, int limit) {
    List<CompletableFuture<List<Result>>> parts =
        IntStream.range(0, PARTS)
            .mapToObj(part -> hbase.scan(TABLE, scan(list, part, after, limit)))
            .toList();
    return parts.stream()
        .flatMap(part -> Replies.await(part).stream())
        .map(LinkIndex::entry)
        .sorted(Entry.ORDER)
        .limit(limit)
        .toList();
  }

  private CompletableFuture<Void> write(List<MappingEvent> events) {
    List<Put> puts = new ArrayList<>();
    for (MappingEvent event : events) {
      if (event.type() != MappingEvent.Type.REMOVED) {
        Entry entry = new Entry(event.createdAt(), event.code(), event.generation());
        for (String list : listsOf(event)) {
          puts.add(
              new Put(key(list, partOf(entry.code()), entry))
                  .setTTL(times.keptMillis(event))
                  .addColumn(FAMILY_BYTES, GENERATION, Bytes.toBytes(entry.generation())));
        }
      }
    }
    return puts.isEmpty()
        ? CompletableFuture.completedFuture(null)
        : hbase.call(TABLE, table -> table.putAll(puts));
  }

  private static List<String> listsOf(MappingEvent event) {
    List<String> lists = new ArrayList<>();
    lists.add(listOf(null, null));
    lists.add(listOf(event.createdBy(), null));
    for (String tag : event.link().options().tags()) {
      lists.add(listOf(null, tag));
      lists.add(listOf(event.createdBy(), tag));
    }
    return lists;
  }

  private static Scan scan(String list, int part, @Nullable Entry after, int limit) {
    String begin = prefix(list, part);
    Scan scan =
        after == null
            ? new Scan().withStartRow(Bytes.toBytes(begin + "|"))
            : new Scan().withStartRow(key(list, part, after), false);
    return scan.withStopRow(Bytes.toBytes(begin + "}")).addFamily(FAMILY_BYTES).setLimit(limit);
  }

  /** {@code <4 hex digits><list>|<time until the end of all time><code>}, in the order of time. */
  private static byte[] key(String list, int part, Entry entry) {
    return Bytes.toBytes(
        "%s|%016x%s"
            .formatted(prefix(list, part), Long.MAX_VALUE - entry.createdAt(), entry.code()));
  }

  private static Entry entry(Result row) {
    String key = Bytes.toString(row.getRow());
    int time = key.indexOf('|') + 1;
    return new Entry(
        Long.MAX_VALUE - Long.parseLong(key.substring(time, time + TIME_DIGITS), 16),
        key.substring(time + TIME_DIGITS),
        Bytes.toInt(row.value()));
  }

  private static String prefix(String list, int part) {
    return "%04x%s".formatted((hash(list) + part * (0x10000 / PARTS)) & 0xffff, list);
  }

  private static int partOf(String code) {
    return hash(code) % PARTS;
  }

  private static int hash(String text) {
    CRC32 hash = new CRC32();
    hash.update(text.getBytes(StandardCharsets.UTF_8));
    return (int) (hash.getValue() & 0xffff);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
