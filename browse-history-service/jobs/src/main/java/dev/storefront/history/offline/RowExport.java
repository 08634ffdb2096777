package dev.storefront.history.offline;

import dev.storefront.history.core.ColdRow;
import dev.storefront.history.job.JobDefaults;
import dev.storefront.history.job.JobSettings;
import dev.storefront.history.lake.Lake;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.apache.flink.api.common.operators.Order;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/**
 * The job: a result into HBase, by files that HBase takes over. It ends once all of them are there;
 * only then may anybody say that the export is complete.
 */
public final class RowExport {

  private RowExport() {}

  /** Submits the job, as browse-history-service orders it. */
  public static void main(String[] arguments) throws Exception {
    JobSettings settings = JobSettings.of(arguments);
    Results.removeLeft(settings);
    String prefix = settings.namespace().isEmpty() ? "" : settings.namespace() + "_";
    LakeManifest.require(settings.text("rows"));
    HBaseCluster hbase = new HBaseCluster(settings.text("hbase"));
    StreamExecutionEnvironment flink = JobDefaults.batch();
    export(
        flink,
        settings.text("rows"),
        LocalDate.parse(settings.text("date")),
        ZoneId.of(settings.text("zone")),
        settings.number("attempt", 0, 0, ColdRow.MOST_ATTEMPTS - 1),
        hbase,
        hbase.layout(prefix + ColdRow.TABLE, ColdRow.FAMILY),
        settings.text("output"));
    // Were they deleted just before they were listed, HBase would get none and nobody would know.
    LakeManifest.require(settings.text("rows"));
    flink.execute(settings.text("name"));
  }

  private static void export(
      StreamExecutionEnvironment flink,
      String rows,
      LocalDate date,
      ZoneId zone,
      int attempt,
      HBaseCluster hbase,
      TableLayout table,
      String output)
      throws IOException {
    long asOf = date.plusDays(1).atStartOfDay(zone).toInstant().toEpochMilli();
    write(flink, rows, new WriteHFiles(hbase, table, output, asOf, attempt), table)
        .global()
        .fullWindowPartition()
        .mapPartition(new LoadHFiles(hbase, table))
        .returns(Types.STRING)
        .setParallelism(1)
        .name("load")
        .sinkTo(new DiscardingSink<>())
        .setParallelism(1)
        .name("none");
  }

  /** Adds the writing to a job; what it hands on are the files. */
  static DataStream<String> write(
      StreamExecutionEnvironment flink, String rows, WriteHFiles writing, TableLayout table)
      throws IOException {
    List<String> files = Lake.completeFiles(new Path(rows)).stream().map(Path::toString).toList();
    return flink
        .fromData(files.isEmpty() ? List.of("") : files, Types.STRING)
        .rebalance()
        .<UserRow>flatMap(
            (file, out) -> {
              if (!file.isEmpty()) {
                UserRowColumns.ROWS.readAll(new Path(file), out::collect);
              }
            })
        .returns(TypeInformation.of(UserRow.class))
        .name("rows")
        .partitionCustom(
            (Integer region, int parts) -> region % parts,
            row -> table.region(ColdRow.key(row.userId())))
        .fullWindowPartition()
        .sortPartition(RowExport::sortKey, Order.ASCENDING)
        .name("sort")
        .fullWindowPartition()
        .mapPartition(writing)
        .returns(Types.STRING)
        .name("files");
  }

  /** A text of which the order of characters is that of the row keys' bytes. */
  private static String sortKey(UserRow row) {
    return new String(ColdRow.key(row.userId()), StandardCharsets.ISO_8859_1);
  }
}
