package dev.storefront.history.offline;

import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapPartitionFunction;
import org.apache.flink.util.Collector;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/** Makes files of rows that come in the order of their keys; hands on where the files are. */
final class WriteHFiles extends RichMapPartitionFunction<UserRow, String> {

  private static final long serialVersionUID = 1L;

  private final HBaseCluster hbase;
  private final TableLayout table;
  private final String folder;
  private final long asOf;
  private final int attempt;
  private transient LongCounter in;
  private transient LongCounter out;
  private transient LongCounter dropped;
  private transient LongCounter users;

  WriteHFiles(HBaseCluster hbase, TableLayout table, String folder, long asOf, int attempt) {
    this.hbase = hbase;
    this.table = table;
    this.folder = folder;
    this.asOf = asOf;
    this.attempt = attempt;
  }

  @Override
  public void open(OpenContext context) {
    in = getRuntimeContext().getLongCounter(Counts.IN);
    out = getRuntimeContext().getLongCounter(Counts.OUT);
    dropped = getRuntimeContext().getLongCounter(Counts.DROPPED);
    users = getRuntimeContext().getLongCounter(Counts.USERS);
  }

  @Override
  public void mapPartition(Iterable<UserRow> rows, Collector<String> collector) throws Exception {
    Configuration configuration = hbase.configuration();
    Path family = new Path(folder, table.family());
    try (HFiles files = new HFiles(table, family, asOf, attempt, configuration)) {
      for (UserRow row : rows) {
        in.add(1L);
        if (files.isRepeat(row)) {
          dropped.add(1L);
          continue;
        }
        collect(files.write(row), collector);
        out.add(1L);
        users.add(1L);
      }
      collect(files.finish(), collector);
    }
  }

  private static void collect(@Nullable String file, Collector<String> collector) {
    if (file != null) {
      collector.collect(file);
    }
  }
}
