package dev.storefront.history.offline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.history.core.ColdRow;
import dev.storefront.history.core.PackedViews;
import dev.storefront.history.core.View;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The files that HBase takes over, written by a small cluster of this JVM and read by HBase's own.
 */
class RowExportTest {

  private static final long AS_OF = 1_790_000_000_000L;
  private static final int ATTEMPT = 7;
  static final TableLayout TABLE =
      new TableLayout(
          "browse_history",
          ColdRow.FAMILY,
          new byte[][] {bytes(""), bytes("4000"), bytes("8000"), bytes("c000")},
          "GZ",
          "FAST_DIFF",
          "ROW",
          65_536);
  static final HBaseCluster HBASE = new HBaseCluster("127.0.0.1:1");

  @TempDir java.nio.file.Path folder;

  @Test
  void each_region_has_a_file_with_its_rows_in_order_and_the_time_stamp_of_the_run()
      throws Exception {
    List<UserRow> rows = new ArrayList<>();
    for (int user = 0; user < 300; user++) {
      List<View> views = List.of(new View(user + 1, AS_OF - user), new View(9_999, AS_OF - 1_000));
      rows.add(new UserRow("user-" + user, PackedViews.encode(user % 10 == 0 ? List.of() : views)));
    }
    // Of two that are the same one is enough.
    rows.add(rows.get(33));

    List<String> files = write(rows);

    assertThat(files).hasSize(4);
    Map<String, ColdRow> read = new HashMap<>();
    List<String> deleted = new ArrayList<>();
    for (String file : files) {
      read(file, read, deleted);
    }
    assertThat(read).hasSize(270);
    assertThat(deleted).hasSize(30).contains(key("user-0"), key("user-290"));
    assertThat(read.get(key("user-7")))
        .isEqualTo(
            new ColdRow(List.of(new View(8, AS_OF - 7), new View(9_999, AS_OF - 1_000)), AS_OF));
  }

  @Test
  void without_rows_there_is_no_file() throws Exception {
    assertThat(write(List.of())).isEmpty();
  }

  private static void read(String file, Map<String, ColdRow> rows, List<String> deleted)
      throws IOException {
    org.apache.hadoop.conf.Configuration configuration = HBASE.configuration();
    Path path = new Path(file);
    try (HFile.Reader reader =
        HFile.createReader(
            path.getFileSystem(configuration), path, CacheConfig.DISABLED, true, configuration)) {
      assertThat(reader.getFileContext().getCompression()).isEqualTo(Compression.Algorithm.GZ);
      assertThat(reader.getDataBlockEncoding()).isEqualTo(DataBlockEncoding.FAST_DIFF);
      Map<String, byte[]> asOf = new HashMap<>();
      int region = -1;
      Cell last = null;
      HFileScanner scanner = reader.getScanner(configuration, false, false);
      for (boolean more = scanner.seekTo(); more; more = scanner.next()) {
        Cell cell = scanner.getCell();
        String key = new String(CellUtil.cloneRow(cell), StandardCharsets.UTF_8);
        assertThat(cell.getTimestamp()).isEqualTo(AS_OF + ATTEMPT);
        if (last != null) {
          assertThat(CellComparator.getInstance().compare(last, cell)).isNegative();
          assertThat(TABLE.region(bytes(key))).isEqualTo(region);
        }
        region = TABLE.region(bytes(key));
        last = cell;
        if (CellUtil.isDeleteFamily(cell)) {
          deleted.add(key);
        } else if (CellUtil.matchingQualifier(cell, bytes(ColdRow.AS_OF))) {
          asOf.put(key, CellUtil.cloneValue(cell));
        } else {
          rows.put(key, ColdRow.of(CellUtil.cloneValue(cell), asOf.get(key)));
        }
      }
    }
  }

  private List<String> write(List<UserRow> rows) throws Exception {
    String result = uri("rows");
    if (!rows.isEmpty()) {
      StreamExecutionEnvironment flink = RowComputeTest.environment();
      flink
          .fromData(rows, TypeInformation.of(UserRow.class))
          .sinkTo(UserRowColumns.ROWS.into(result));
      flink.execute();
    }
    List<String> files = new ArrayList<>();
    try (CloseableIterator<String> written =
        RowExport.write(
                RowComputeTest.environment(),
                result,
                new WriteHFiles(HBASE, TABLE, uri("hfiles"), AS_OF, ATTEMPT),
                TABLE)
            .executeAndCollect()) {
      written.forEachRemaining(files::add);
    }
    return files;
  }

  private String uri(String name) {
    return folder.resolve(name).toUri().toString().replaceAll("/$", "");
  }

  private static String key(String user) {
    return new String(ColdRow.key(user), StandardCharsets.UTF_8);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
