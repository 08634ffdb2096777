package dev.storefront.fitment.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.fitment.FitmentApi;
import dev.storefront.fitment.FitmentServiceTest;
import dev.storefront.fitment.part.PartNumber;
import dev.storefront.fitment.placement.SkuKind;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What waits in MySQL, and when it goes. SKUs 8340000-8349999 are this class's. */
@FitmentServiceTest
class AcesStagingTest {

  private static final long SKU = 8_340_000;

  @LocalServerPort int port;
  @Autowired AcesStaging staging;
  @Autowired ImportTable table;
  @Autowired ImportLeases leases;
  @Autowired ImportWorker worker;
  @Autowired JdbcClient db;
  ImportClient client;

  @BeforeEach
  void stop() {
    client = new ImportClient(new FitmentApi(port));
    worker.stop();
  }

  @AfterEach
  void go_on() {
    db.sql("DROP TRIGGER IF EXISTS refused_end").update();
    worker.stop();
    worker.start();
  }

  @Test
  void some_SKUs_at_a_time_are_read_no_more_than_fit_into_memory_with_their_notes() {
    String id = "b0000000000000000000000000000001";
    List<Long> skus = LongStream.range(SKU, SKU + 60).boxed().toList();
    for (long sku : skus) {
      staging.add(id, List.of(app(1, sku, "short")));
    }
    assertThat(staging.nextSkus(id)).isEqualTo(skus.subList(0, 50));

    for (long sku : skus.subList(0, 10)) {
      staging.add(
          id,
          LongStream.rangeClosed(2, 1_001).mapToObj(n -> app(n, sku, "n".repeat(2_000))).toList());
    }
    assertThat(staging.nextSkus(id)).isEqualTo(skus.subList(0, 4));
  }

  @Test
  void what_imports_have_left_that_are_over_is_removed_also_after_a_crash() {
    String ended = running("b0000000000000000000000000000002");
    String abandoned = running("b0000000000000000000000000000003");
    table.end(leases.of(ended), ImportState.FAILED, "Made by a test.");
    db.sql("UPDATE fitment_import SET updated_at = 1, lease_until = 1 WHERE id = ?")
        .param(abandoned)
        .update();
    String waiting = "b0000000000000000000000000000004";
    table.create(waiting, ImportFormat.ACES, false, 0);
    staging.add(waiting, List.of(app(1, SKU, "")));
    assertThat(staging.imports()).contains(ended, abandoned, waiting);

    worker.start();

    await()
        .untilAsserted(
            () -> assertThat(staging.imports()).contains(waiting).doesNotContain(ended, abandoned));
    assertThat(table.find(abandoned).orElseThrow().failure()).isEqualTo("Its file is lost.");
    db.sql("DELETE FROM fitment_import WHERE id = ?").param(waiting).update();
  }

  @Test
  void what_is_staged_stays_until_nobody_can_go_on_with_it() {
    String id =
        client.sent(
            "application/xml",
            "",
            "<ACES><Header><SubmissionType>FULL</SubmissionType></Header><App><Part>A</Part></App><App>");
    Lease lease = leases.of(id);
    assertThat(leases.claim(lease)).isTrue();
    staging.add(id, List.of(app(1, SKU + 1, "")));
    table.save(lease, new Progress(1, 1, 1, false, 0, 0, 0), List.of());
    leases.releaseAll();
    refuseEnd(id);

    worker.start();

    await().until(() -> !leases.unclaimed(100).contains(id));
    await().during(Duration.ofMillis(500)).until(() -> staging.imports().contains(id));
    worker.stop();
    assertThat(table.find(id).orElseThrow().state()).isEqualTo(ImportState.RUNNING);
    assertThat(table.find(id).orElseThrow().progress().records()).isEqualTo(1);

    db.sql("DROP TRIGGER refused_end").update();
    worker.start();
    assertThat(ImportClient.state(client.ended(id))).isEqualTo(ImportState.FAILED);
    await().until(() -> !staging.imports().contains(id));
  }

  private String running(String id) {
    table.create(id, ImportFormat.ACES, false, 0);
    assertThat(leases.claim(leases.of(id))).isTrue();
    staging.add(id, List.of(app(1, SKU, "a"), app(2, SKU, "b")));
    return id;
  }

  /** As a server that is away just then. */
  private void refuseEnd(String id) {
    db.sql(
            """
            CREATE TRIGGER refused_end BEFORE UPDATE ON fitment_import FOR EACH ROW
            BEGIN
              IF NEW.id = '%s' AND NEW.state = 'FAILED' THEN
                SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'Not now.';
              END IF;
            END"""
                .formatted(id))
        .update();
  }

  private static StagedApp app(long number, long sku, String note) {
    return new StagedApp(
        number,
        new PartNumber("", sku, SkuKind.SELF, null, sku, null),
        new int[] {1},
        "",
        "",
        null,
        note);
  }
}
