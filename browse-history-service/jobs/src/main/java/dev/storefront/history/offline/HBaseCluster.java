package dev.storefront.history.offline;

import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Where HBase is.
 *
 * @param zookeeper its quorum, {@code host:port[,host:port]}
 */
record HBaseCluster(String zookeeper) implements Serializable {

  private static final int CALL_MILLIS = 60_000;
  private static final int LOAD_MILLIS = 600_000;

  /** Of a client. */
  Configuration configuration() {
    Configuration c = HBaseConfiguration.create();
    c.set(HConstants.ZOOKEEPER_QUORUM, zookeeper);
    c.set(
        HConstants.ZOOKEEPER_CLIENT_PORT,
        zookeeper.contains(":") ? zookeeper.substring(zookeeper.lastIndexOf(':') + 1) : "2181");
    c.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, CALL_MILLIS);
    c.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, LOAD_MILLIS);
    c.setInt(HConstants.HBASE_CLIENT_META_OPERATION_TIMEOUT, CALL_MILLIS);
    return c;
  }

  /**
   * How a table is laid out at present; files that no longer fit its regions are split by HBase.
   */
  TableLayout layout(String table, String family) throws IOException {
    TableName name = TableName.valueOf(table);
    try (Connection connection = ConnectionFactory.createConnection(configuration())) {
      ColumnFamilyDescriptor columns =
          connection
              .getTable(name)
              .getDescriptor()
              .getColumnFamily(family.getBytes(StandardCharsets.UTF_8));
      List<byte[]> starts =
          new ArrayList<>(List.of(connection.getRegionLocator(name).getStartKeys()));
      starts.sort(Bytes.BYTES_COMPARATOR);
      return new TableLayout(
          table,
          family,
          starts.toArray(byte[][]::new),
          columns.getCompressionType().name(),
          columns.getDataBlockEncoding().name(),
          columns.getBloomFilterType().name(),
          columns.getBlocksize());
    }
  }
}
