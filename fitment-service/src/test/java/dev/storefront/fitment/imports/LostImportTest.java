package dev.storefront.fitment.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.run.ActiveRun;
import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunFactory;
import dev.storefront.common.run.RunKind;
import dev.storefront.common.run.RunLostException;
import dev.storefront.common.run.RunOutcome;
import dev.storefront.common.run.RunStart;
import dev.storefront.common.run.Runs;
import dev.storefront.common.spool.SpooledFile;
import dev.storefront.fitment.FitmentApi;
import dev.storefront.fitment.FitmentServiceTest;
import dev.storefront.fitment.bitmap.VehicleSet;
import dev.storefront.fitment.placement.ProductIds;
import dev.storefront.fitment.placement.SkuKind;
import dev.storefront.fitment.sku.FitmentWriter;
import dev.storefront.fitment.sku.NewFitment;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Vehicle ids and SKUs 9100000-9199999 are this class's. */
@FitmentServiceTest
class LostImportTest {

  @LocalServerPort int port;
  @Autowired RunFactory factory;
  @Autowired FitmentWriter writer;
  @Autowired JdbcClient db;

  @Test
  void who_lost_an_import_writes_nothing_more() {
    FitmentApi api = new FitmentApi(port);
    api.haveVehicles(9_100_000, 1);
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Runs<ImportRequest, Progress> runs =
        factory.runs(
            new RunKind<>("lost-import", ImportRequest.class, Progress.NONE, 1, 1, 1),
            run -> {
              try {
                writeOnceLost(run);
              } catch (RunLostException e) {
                thrown.set(e);
                throw e;
              }
              return new RunOutcome.Done();
            });
    SpooledFile none = new SpooledFile("none", "none", 0);
    RunStart started = runs.start(new ImportRequest(ImportFormat.NDJSON, false, none));
    runs.start();
    await().until(() -> thrown.get() != null);
    runs.stop();

    Run<ImportRequest, Progress> lost = runs.find(((RunStart.Started) started).id()).orElseThrow();
    assertThat(lost.progress()).isEqualTo(Progress.NONE);
    assertThat(rowsOf(9_100_001)).isZero();
    assertThat(api.checked(List.of(9_100_000), 9_100_001L)).containsExactly("9100001 UNKNOWN 0");
  }

  private void writeOnceLost(ActiveRun<ImportRequest, Progress> run) throws InterruptedException {
    // As another instance does that takes it.
    db.sql("UPDATE run SET fence = fence + 1 WHERE id = ?").param(run.id()).update();
    NewFitment fitment =
        new NewFitment(
            9_100_001,
            new ProductIds(SkuKind.POP, 9_100_000L, null, null),
            false,
            VehicleSet.ofOffsets(1));
    run.reach(
        new Progress(1, 1, 9, false, 1, 1, 0),
        List.of(),
        save -> writer.replaceAll(List.of(fitment), save));
  }

  private int rowsOf(long skuId) {
    return db.sql("SELECT COUNT(*) FROM sku WHERE sku_id = ?")
        .param(skuId)
        .query(Integer.class)
        .single();
  }
}
