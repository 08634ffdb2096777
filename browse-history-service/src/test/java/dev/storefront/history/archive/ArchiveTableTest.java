package dev.storefront.history.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.hbase.HBaseClient;
import dev.storefront.history.HistoryTest;
import dev.storefront.history.core.ColdRow;
import dev.storefront.history.core.Export;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

@HistoryTest
class ArchiveTableTest {

  @Autowired HBaseClient hbase;
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
                      .getColumnFamily(ColdRow.FAMILY.getBytes(StandardCharsets.UTF_8));
              assertThat(family.getCompressionType()).isEqualTo(Compression.Algorithm.GZ);
              assertThat(family.getDataBlockEncoding()).isEqualTo(DataBlockEncoding.FAST_DIFF);
              assertThat(family.getTimeToLive()).isEqualTo(62 * 86_400);
            });
  }

  @Test
  void the_number_of_exports_always_grows_and_the_watermark_never_goes_back() {
    exports.complete(exports.read().watermark() + 1);
    Export before = exports.read();
    exports.complete(before.watermark() - 86_400_000);
    assertThat(exports.read()).isEqualTo(new Export(before.number() + 1, before.watermark()));
  }
}
