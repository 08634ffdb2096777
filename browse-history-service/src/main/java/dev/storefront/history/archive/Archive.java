package dev.storefront.history.archive;

import dev.storefront.common.hbase.HBaseClient;
import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.history.core.ColdRow;
import dev.storefront.history.core.Export;
import dev.storefront.history.degradation.Degradation;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.springframework.stereotype.Component;

/** Cold views: a {@link ColdRow} for each user in HBase, written by the offline export. */
@Component
public class Archive {

  private static final byte[] FAMILY = bytes(ColdRow.FAMILY);
  private static final byte[] VIEWS = bytes(ColdRow.VIEWS);
  private static final byte[] AS_OF = bytes(ColdRow.AS_OF);
  private static final ColdRow NO_ROW = new ColdRow(List.of(), 0);

  private final HBaseClient hbase;
  private final ExportTable exports;
  private final Degradation store;

  Archive(HBaseClient hbase, ExportTable exports, CircuitBreakerRegistry breakers) {
    this.hbase = hbase;
    this.exports = exports;
    this.store = new Degradation(breakers, "archive");
  }

  /**
   * The user's cold row, without views if there is none; empty while HBase is away or the row
   * cannot be read.
   */
  public Optional<ColdRow> read(String user) {
    return store.attempt(
        () -> hbase.call(ColdRow.TABLE, t -> t.get(get(user))).thenApply(Archive::row).join());
  }

  /** How far rows are complete, some seconds old at most; empty if that was never to be learned. */
  public Optional<Export> latestExport() {
    return exports.latest();
  }

  /**
   * Says that all rows of an export are in HBase; never before they are. Copies of rows in Redis
   * are outdated from now on, in every instance some seconds later.
   *
   * @param asOf the export's logical time, epoch milliseconds; an older date that was exported
   *     again does not take the watermark back
   */
  public void complete(long asOf) {
    exports.complete(asOf);
  }

  /**
   * Deletes a user's row, and whatever older one is written later.
   *
   * @param upTo rows that are complete up to then or less, epoch milliseconds
   * @return fails with {@link BackendUnavailableException} while HBase is away
   */
  public CompletableFuture<Void> delete(String user, long upTo) {
    Delete row = new Delete(ColdRow.key(user)).addFamily(FAMILY, upTo);
    return hbase.call(ColdRow.TABLE, table -> table.delete(row));
  }

  private static Get get(String user) {
    return new Get(ColdRow.key(user)).addFamily(FAMILY);
  }

  private static ColdRow row(Result row) {
    byte[] views = row.getValue(FAMILY, VIEWS);
    byte[] asOf = row.getValue(FAMILY, AS_OF);
    return views == null || asOf == null ? NO_ROW : ColdRow.of(views, asOf);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
