package dev.storefront.common.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.namespace.Namespace;
import dev.storefront.localstack.testing.TestBackends;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Scans of a real HBase. */
class HBaseScanTest {

  private static final String TABLE = "rows";
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final Duration SOON = Duration.ofMinutes(2);

  /** With a call for each of them a scan takes seconds. */
  private static final int ROWS = 20_000;

  private final Namespace namespace =
      new Namespace("t" + UUID.randomUUID().toString().replace("-", "").substring(0, 12));
  private final HBaseClient hbase =
      new HBaseClient(
          new HBaseProperties(TestBackends.shared().zookeeper(), Duration.ofSeconds(20)),
          namespace,
          new SimpleMeterRegistry());

  @BeforeEach
  void fill() {
    HBaseTableProvisioner provisioner =
        new HBaseTableProvisioner(
            hbase, List.of(new HBaseTableSpec(TABLE, "f", Duration.ofDays(1), 1)), namespace);
    provisioner.start();
    await().atMost(SOON).until(provisioner::isDone);
    provisioner.stop();
    List<Put> puts =
        IntStream.range(0, ROWS)
            .mapToObj(row -> new Put(key(row)).addColumn(FAMILY, new byte[] {'c'}, new byte[1]))
            .toList();
    hbase.call(TABLE, table -> table.putAll(puts)).join();
  }

  @AfterEach
  void close() throws Exception {
    hbase.destroy();
  }

  @Test
  void a_scan_has_its_rows_in_order() {
    List<Result> rows =
        hbase.scan(TABLE, new Scan().withStartRow(key(7)).setCaching(2).setLimit(5)).join();

    assertThat(rows)
        .extracting(Result::getRow)
        .containsExactly(key(7), key(8), key(9), key(10), key(11));
  }

  @Test
  void a_scan_that_is_given_up_reads_no_further() {
    CompletableFuture<List<Result>> late =
        hbase.scan(TABLE, Duration.ofMillis(300), new Scan().setCaching(1));

    assertThatThrownBy(late::join).hasCauseInstanceOf(BackendUnavailableException.class);
    assertThat(rowsReadInTheEnd()).isLessThan(ROWS);
  }

  /** What the region server has read once it reads no more. */
  private long rowsReadInTheEnd() {
    AtomicLong before = new AtomicLong(-1);
    return await()
        .atMost(SOON)
        .pollInterval(Duration.ofSeconds(1))
        .until(this::rowsRead, now -> before.getAndSet(now) == now);
  }

  private long rowsRead() {
    return hbase.onConnection(connection -> read(connection.getAdmin()), SOON).join().stream()
        .mapToLong(RegionMetrics::getReadRequestCount)
        .sum();
  }

  private CompletableFuture<List<RegionMetrics>> read(AsyncAdmin admin) {
    ServerName server = admin.getRegionServers().join().iterator().next();
    return admin.getRegionMetrics(server, TableName.valueOf(namespace.table(TABLE)));
  }

  private static byte[] key(int row) {
    return Bytes.toBytes("%05d".formatted(row));
  }
}
