package dev.storefront.common.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.localstack.testing.TestBackends;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tables of an earlier release on a real HBase. */
class HBaseTableProvisionerTest {

  private static final Duration SOON = Duration.ofMinutes(2);
  private static final Duration LIFETIME = Duration.ofDays(2);

  private final Namespace namespace =
      new Namespace("t" + UUID.randomUUID().toString().replace("-", "").substring(0, 12));
  private final HBaseClient hbase =
      new HBaseClient(
          new HBaseProperties(TestBackends.shared().zookeeper(), Duration.ofSeconds(10)),
          namespace,
          new SimpleMeterRegistry());

  @AfterEach
  void close() throws Exception {
    hbase.destroy();
  }

  @Test
  void a_table_that_is_there_keeps_its_delete_markers_as_long_as_its_cells_from_now_on() {
    provision(new HBaseTableSpec("rows", "f", LIFETIME, 1));
    assertThat(markersStay(family())).isNull();

    // Another lifetime: only the markers are the provisioner's.
    provision(new HBaseTableSpec("rows", "f", LIFETIME.plusDays(1), 1, true));

    ColumnFamilyDescriptor family = family();
    assertThat(markersStay(family)).isEqualTo(Long.toString(LIFETIME.plusDays(1).toMillis()));
    assertThat(family.getTimeToLive()).isEqualTo((int) LIFETIME.toSeconds());
  }

  @Test
  void a_table_whose_cells_say_how_long_they_live_sets_no_end_to_them_from_now_on() {
    provision(new HBaseTableSpec("rows", "f", LIFETIME, 1, true));
    provision(new HBaseTableSpec("rows", "f", HBaseTableSpec.EACH_CELL_ITS_OWN, 1));

    assertThat(family().getTimeToLive()).isEqualTo(HConstants.FOREVER);
    assertThat(markersStay(family())).isEqualTo(Long.toString(LIFETIME.toMillis()));
  }

  private void provision(HBaseTableSpec table) {
    HBaseTableProvisioner provisioner = new HBaseTableProvisioner(hbase, List.of(table), namespace);
    provisioner.start();
    try {
      await().atMost(SOON).until(provisioner::isDone);
    } finally {
      provisioner.stop();
    }
  }

  private ColumnFamilyDescriptor family() {
    return await()
        .atMost(SOON)
        .ignoreExceptions()
        .until(
            () -> Optional.of(hbase.call("rows", AsyncTable::getDescriptor).join()),
            Optional::isPresent)
        .orElseThrow()
        .getColumnFamily(Bytes.toBytes("f"));
  }

  private static String markersStay(ColumnFamilyDescriptor family) {
    return family.getConfigurationValue("hbase.hstore.time.to.purge.deletes");
  }
}
