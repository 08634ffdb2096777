package dev.storefront.history.archive;

import dev.storefront.common.hbase.HBaseClient;
import dev.storefront.history.View;
import dev.storefront.history.degradation.Degradation;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.springframework.stereotype.Component;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * Cold views: one row per user in HBase's {@code browse_history}, written by the offline export.
 * {@code h:views} is JSON in view order, {@code [{"skuId": 7, "viewedAt": 1700000000000}, ...]},
 * {@code h:asOf} the moment up to which it is complete, in decimal epoch milliseconds.
 *
 * <p>Rows vanish 62 days after their write, not after their views: readers check each view's age.
 */
@Component
public class Archive {

  static final String TABLE = "browse_history";
  static final String FAMILY = "h";

  private static final byte[] FAMILY_BYTES = bytes(FAMILY);
  private static final byte[] VIEWS = bytes("views");
  private static final byte[] AS_OF = bytes("asOf");
  private static final TypeReference<List<View>> LIST = new TypeReference<>() {};

  private final HBaseClient hbase;
  private final JsonMapper json;
  private final Degradation store;

  Archive(HBaseClient hbase, JsonMapper json, CircuitBreakerRegistry breakers) {
    this.hbase = hbase;
    this.json = json;
    this.store = new Degradation(breakers, "archive");
  }

  /** The user's cold row, or empty while HBase is away or the row cannot be read. */
  public Optional<ArchivedHistory> read(String user) {
    return store.attempt(
        () -> hbase.call(TABLE, t -> t.get(get(user))).thenApply(this::row).join());
  }

  /**
   * Replaces the user's cold row. The future fails if HBase did not take it.
   *
   * @param newestFirst in view order; empty deletes the row
   * @param asOf the moment up to which page views and deletions are in it, epoch milliseconds
   */
  public CompletableFuture<Void> write(String user, List<View> newestFirst, long asOf) {
    byte[] key = ArchiveRow.key(user);
    if (newestFirst.isEmpty()) {
      return hbase.call(TABLE, table -> table.delete(new Delete(key)));
    }
    // The cells keep the time of their write: with the views' time they would expire at once.
    Put put =
        new Put(key)
            .addColumn(FAMILY_BYTES, VIEWS, json.writeValueAsBytes(newestFirst))
            .addColumn(FAMILY_BYTES, AS_OF, bytes(Long.toString(asOf)));
    return hbase.call(TABLE, table -> table.put(put));
  }

  private static Get get(String user) {
    return new Get(ArchiveRow.key(user)).addFamily(FAMILY_BYTES);
  }

  private ArchivedHistory row(Result row) {
    byte[] views = row.getValue(FAMILY_BYTES, VIEWS);
    byte[] asOf = row.getValue(FAMILY_BYTES, AS_OF);
    if (views == null) {
      return ArchivedHistory.NONE;
    }
    return new ArchivedHistory(
        json.readValue(views, LIST),
        asOf == null ? 0 : Long.parseLong(new String(asOf, StandardCharsets.US_ASCII)));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
