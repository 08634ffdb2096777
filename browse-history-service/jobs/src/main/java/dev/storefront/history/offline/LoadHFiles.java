package dev.storefront.history.offline;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.functions.MapPartitionFunction;
import org.apache.flink.util.Collector;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Has HBase take over files, once all are written. It moves them into its own folders, region by
 * region: nothing of them goes through its log or its memory.
 */
final class LoadHFiles implements MapPartitionFunction<String, String> {

  private static final long serialVersionUID = 1L;

  private final HBaseCluster hbase;
  private final String table;
  private final String family;

  LoadHFiles(HBaseCluster hbase, TableLayout table) {
    this.hbase = hbase;
    this.table = table.table();
    this.family = table.family();
  }

  @Override
  public void mapPartition(Iterable<String> files, Collector<String> collector) throws Exception {
    List<Path> paths = new ArrayList<>();
    files.forEach(file -> paths.add(new Path(file)));
    if (!paths.isEmpty()) {
      Map<byte[], List<Path>> byFamily = new TreeMap<>(Bytes.BYTES_COMPARATOR);
      byFamily.put(family.getBytes(StandardCharsets.UTF_8), paths);
      BulkLoadHFiles.create(hbase.configuration()).bulkLoad(TableName.valueOf(table), byFamily);
    }
  }
}
