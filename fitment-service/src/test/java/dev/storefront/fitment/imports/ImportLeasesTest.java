package dev.storefront.fitment.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storefront.fitment.FitmentApi;
import dev.storefront.fitment.FitmentServiceTest;
import dev.storefront.fitment.bitmap.VehicleSet;
import dev.storefront.fitment.placement.SkuKind;
import dev.storefront.fitment.sku.NewFitment;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Vehicle ids and SKUs 9100000-9199999 are this class's. */
@FitmentServiceTest
class ImportLeasesTest {

  @LocalServerPort int port;
  @Autowired ImportTable table;
  @Autowired ImportLeases leases;
  @Autowired Checkpoints checkpoints;
  @Autowired JdbcClient db;

  @Test
  void one_instance_at_a_time_has_an_import() {
    String id = "a0000000000000000000000000000001";
    Lease other = new Lease(id, "another");
    table.create(id, ImportFormat.NDJSON, false, 0);

    assertThat(leases.claim(leases.of(id))).isTrue();
    assertThat(leases.claim(other)).isFalse();
    assertThat(leases.unclaimed(100)).doesNotContain(id);
    expire(id);
    assertThat(leases.unclaimed(100)).contains(id);
    assertThat(leases.claim(other)).isTrue();

    assertThatThrownBy(() -> leases.renew(leases.of(id))).isInstanceOf(Lease.LostException.class);
    table.end(other, ImportState.COMPLETED, "");
    expire(id);
    assertThat(leases.claim(leases.of(id))).isFalse();
  }

  @Test
  void who_lost_an_import_writes_nothing_more() {
    String id = "a0000000000000000000000000000002";
    FitmentApi api = new FitmentApi(port);
    api.haveVehicles(9_100_000, 1);
    table.create(id, ImportFormat.NDJSON, false, 0);
    assertThat(leases.claim(new Lease(id, "another"))).isTrue();
    NewFitment fitment =
        new NewFitment(
            9_100_001, SkuKind.POP, 9_100_000L, null, null, false, VehicleSet.ofOffsets(1));

    assertThatThrownBy(
            () ->
                checkpoints.reach(
                    leases.of(id),
                    new Progress(1, 1, 9, false, 1, 1, 0),
                    List.of(),
                    List.of(fitment),
                    () -> {}))
        .isInstanceOf(Lease.LostException.class);

    assertThat(table.find(id).orElseThrow().progress()).isEqualTo(Progress.NONE);
    assertThat(rowsOf(9_100_001)).isZero();
    assertThat(api.checked(List.of(9_100_000), 9_100_001L)).containsExactly("9100001 UNKNOWN 0");
    table.end(new Lease(id, "another"), ImportState.FAILED, "Made by a test.");
  }

  private int rowsOf(long skuId) {
    return db.sql("SELECT COUNT(*) FROM sku WHERE sku_id = ?")
        .param(skuId)
        .query(Integer.class)
        .single();
  }

  private void expire(String id) {
    db.sql("UPDATE fitment_import SET lease_until = 1 WHERE id = ?").param(id).update();
  }
}
