package dev.storefront.history.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.hbase.HBaseClient;
import dev.storefront.common.namespace.Namespace;
import dev.storefront.history.HistoryTest;
import dev.storefront.history.core.ColdRow;
import dev.storefront.history.core.Export;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;

@HistoryTest
class ArchiveTableTest {

  private static final byte[] FAMILY = ColdRow.FAMILY.getBytes(StandardCharsets.UTF_8);
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @Autowired HBaseClient hbase;
  @Autowired Namespace namespace;

  @Value("${storefront.hbase.zookeeper}")
  String zookeeper;

  @Autowired ExportTable exports;

  @Test
  void rows_are_encoded_and_compressed_and_live_for_62_days_after_their_run() {
    await()
        .ignoreExceptions()
        .untilAsserted(
            () -> {
              ColumnFamilyDescriptor family =
                  hbase
                      .call(ColdRow.TABLE, AsyncTable::getDescriptor)
                      .join()
                      .getColumnFamily(FAMILY);
              assertThat(family.getCompressionType()).isEqualTo(Compression.Algorithm.GZ);
              assertThat(family.getDataBlockEncoding()).isEqualTo(DataBlockEncoding.FAST_DIFF);
              assertThat(family.getTimeToLive()).isEqualTo(62 * 86_400);
            });
  }

  /** Else it would show once Redis has lost what it knows of the deletion. */
  @Test
  void an_older_date_brings_no_deleted_row_back_after_a_major_compaction() throws Exception {
    byte[] key = ColdRow.key("compacted-" + UUID.randomUUID());
    long newer = System.currentTimeMillis() - Duration.ofDays(1).toMillis();
    TableName name = TableName.valueOf(namespace.table(ColdRow.TABLE));
    try (Connection connection = ConnectionFactory.createConnection(servers());
        Table table = connection.getTable(name);
        Admin admin = connection.getAdmin()) {
      await().atMost(PATIENCE).until(() -> admin.isTableAvailable(name));
      table.put(row(key, newer - 2));
      table.delete(new Delete(key, newer));
      assertThat(cells(table, key)).contains(Cell.Type.Put);

      admin.flush(name);
      admin.majorCompact(name);
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(cells(table, key)).containsOnly(Cell.Type.DeleteFamily));
      table.put(row(key, newer - 1));

      assertThat(table.get(new Get(key)).isEmpty()).isTrue();
      table.put(row(key, newer + 1));
      assertThat(table.get(new Get(key)).isEmpty()).isFalse();
    }
  }

  private Configuration servers() {
    Configuration configuration = HBaseConfiguration.create();
    configuration.set(HConstants.ZOOKEEPER_QUORUM, zookeeper);
    configuration.set(
        HConstants.ZOOKEEPER_CLIENT_PORT, zookeeper.substring(zookeeper.lastIndexOf(':') + 1));
    return configuration;
  }

  private static Put row(byte[] key, long timestamp) {
    return new Put(key, timestamp)
        .addColumn(FAMILY, ColdRow.VIEWS.getBytes(StandardCharsets.UTF_8), new byte[] {'[', ']'});
  }

  /** The types of all cells that the row's files have, deleted ones too. */
  private static List<Cell.Type> cells(Table table, byte[] key) throws IOException {
    Scan all = new Scan().withStartRow(key).withStopRow(key, true).setRaw(true).readAllVersions();
    try (ResultScanner rows = table.getScanner(all)) {
      return StreamSupport.stream(rows.spliterator(), false)
          .flatMap(row -> Arrays.stream(row.rawCells()))
          .map(Cell::getType)
          .toList();
    }
  }

  @Test
  void the_number_of_exports_always_grows_and_the_watermark_never_goes_back() {
    exports.complete(exports.read().watermark() + 1);
    Export before = exports.read();
    exports.complete(before.watermark() - 86_400_000);
    assertThat(exports.read()).isEqualTo(new Export(before.number() + 1, before.watermark()));
  }
}
