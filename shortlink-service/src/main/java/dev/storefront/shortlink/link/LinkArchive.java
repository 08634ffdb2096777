package dev.storefront.shortlink.link;

import dev.storefront.common.hbase.HBaseClient;
import dev.storefront.common.health.Replies;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.zip.CRC32;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Cold storage in HBase. A row per code, salted by its hash; in it a cell per generation whose
 * timestamp is the link's version. So a late write of one generation never covers the next one, and
 * a repeated or reordered write never covers a newer version.
 */
@Component
class LinkArchive {

  static final String TABLE = "shortlinks";
  static final String FAMILY = "l";

  /** By the first two digits of a row's key: HBase looks through one of them in seconds. */
  static final int PARTS = 0x100;

  /** For a page of a part; HBase answers now and then meanwhile, so that no call times out. */
  private static final Duration SCAN = Duration.ofSeconds(60);

  private static final byte[] FAMILY_BYTES = Bytes.toBytes(FAMILY);

  /** How many hexadecimal digits stand before the code in a row's key. */
  private static final int SALT = 4;

  private final HBaseClient hbase;
  private final ColdTimes times;

  LinkArchive(HBaseClient hbase, ColdTimes times) {
    this.hbase = hbase;
    this.times = times;
  }

  /** A code's links that changed. */
  record Changed(String code, List<StoredLink> links) {}

  /** Writes links, each under its code; returns when all are stored. */
  void store(List<MappingEvent> events) {
    List<Put> puts =
        events.stream()
            .map(
                event ->
                    new Put(rowKey(event.code()))
                        .setTTL(times.keptMillis(event))
                        .addColumn(
                            FAMILY_BYTES,
                            Bytes.toBytes(event.generation()),
                            event.version(),
                            event.link().encode().getBytes(StandardCharsets.UTF_8)))
            .toList();
    Replies.await(hbase.call(TABLE, table -> table.putAll(puts)));
  }

  /** The links that there are of these codes, each of the generation that is told with it. */
  Map<String, StoredLink> findAll(Map<String, Integer> generations) {
    return Replies.await(ask(generations));
  }

  /** As {@link #findAll}, for who waits for several answers at once. */
  CompletableFuture<Map<String, StoredLink>> ask(Map<String, Integer> generations) {
    List<String> codes = new ArrayList<>();
    List<Get> gets = new ArrayList<>();
    generations.forEach(
        (code, generation) -> {
          codes.add(code);
          gets.add(new Get(rowKey(code)).addColumn(FAMILY_BYTES, Bytes.toBytes((int) generation)));
        });
    return hbase.call(TABLE, table -> table.getAll(gets)).thenApply(rows -> links(codes, rows));
  }

  private static Map<String, StoredLink> links(List<String> codes, List<Result> rows) {
    Map<String, StoredLink> links = new HashMap<>();
    for (int i = 0; i < codes.size(); i++) {
      byte[] link = rows.get(i).value();
      if (link != null) {
        links.put(codes.get(i), StoredLink.decode(link));
      }
    }
    return links;
  }

  /** The code's last link of each generation, oldest first. */
  List<StoredLink> history(String code) {
    Get get = new Get(rowKey(code)).addFamily(FAMILY_BYTES);
    List<StoredLink> links = new ArrayList<>();
    Cell[] cells = Replies.await(hbase.call(TABLE, table -> table.get(get))).rawCells();
    for (Cell cell : cells == null ? new Cell[0] : cells) {
      links.add(StoredLink.decode(CellUtil.cloneValue(cell)));
    }
    links.sort(Comparator.comparingInt(StoredLink::generation));
    return links;
  }

  /**
   * Links whose last change came at that time or later, the next of one of {@value #PARTS} parts of
   * all codes.
   *
   * @param part 0 to {@value #PARTS} - 1
   * @param after the last code of the part that is known; null at its begin
   * @return of each code the links of all its generations that changed, in the order of rows
   */
  List<Changed> changedSince(long time, int part, @Nullable String after, int limit) {
    Scan scan =
        new Scan()
            .withStartRow(
                after == null ? Bytes.toBytes("%02x".formatted(part)) : rowKey(after),
                after == null)
            .addFamily(FAMILY_BYTES)
            .setLimit(limit);
    if (part + 1 < PARTS) {
      scan.withStopRow(Bytes.toBytes("%02x".formatted(part + 1)));
    }
    try {
      scan.setTimeRange(time, Long.MAX_VALUE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Replies.await(hbase.scan(TABLE, SCAN, scan)).stream().map(LinkArchive::changed).toList();
  }

  private static Changed changed(Result row) {
    return new Changed(
        Bytes.toString(row.getRow()).substring(SALT),
        Arrays.stream(row.rawCells())
            .map(cell -> StoredLink.decode(CellUtil.cloneValue(cell)))
            .toList());
  }

  static byte[] rowKey(String code) {
    CRC32 hash = new CRC32();
    hash.update(code.getBytes(StandardCharsets.UTF_8));
    return Bytes.toBytes("%04x%s".formatted(hash.getValue() & 0xffff, code));
  }
}
