package dev.storefront.history;

import dev.storefront.common.hbase.HBaseClient;
import dev.storefront.history.archive.Archive;
import dev.storefront.history.core.ColdRow;
import dev.storefront.history.core.Export;
import dev.storefront.history.core.View;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.awaitility.Awaitility;
import org.springframework.boot.test.context.TestComponent;

/** The offline export: rows in HBase, and that they are complete. */
@TestComponent
public class ColdRows {

  private static final byte[] FAMILY = ColdRow.FAMILY.getBytes(StandardCharsets.UTF_8);

  private final HBaseClient hbase;
  private final Archive archive;

  ColdRows(HBaseClient hbase, Archive archive) {
    this.hbase = hbase;
    this.archive = archive;
  }

  /** A complete export in which one user's row changed. */
  public void export(String user, List<View> newestFirst, long asOf) {
    write(user, newestFirst, asOf, 0);
    complete(asOf);
  }

  /** Says that all rows of an export are there; returns once the service has looked that up. */
  public void complete(long asOf) {
    long before = number();
    archive.complete(asOf);
    Awaitility.await().until(() -> number() > before);
  }

  private long number() {
    return archive.latestExport().map(Export::number).orElse(0L);
  }

  /** Writes a row, or deletes it if there is no view, as a run of this date does. */
  public void write(String user, List<View> newestFirst, long asOf, int attempt) {
    ColdRow row = new ColdRow(newestFirst, asOf);
    long timestamp = ColdRow.timestamp(asOf, attempt);
    byte[] key = ColdRow.key(user);
    Awaitility.await()
        .ignoreExceptions()
        .until(
            () -> {
              hbase
                  .call(
                      ColdRow.TABLE,
                      table ->
                          newestFirst.isEmpty()
                              ? table.delete(new Delete(key).addFamily(FAMILY, timestamp))
                              : table.put(
                                  new Put(key, timestamp)
                                      .addColumn(FAMILY, bytes(ColdRow.VIEWS), row.viewsCell())
                                      .addColumn(FAMILY, bytes(ColdRow.AS_OF), row.asOfCell())))
                  .join();
              return true;
            });
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
