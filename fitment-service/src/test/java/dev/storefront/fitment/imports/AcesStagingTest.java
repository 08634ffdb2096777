package dev.storefront.fitment.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.run.RunState;
import dev.storefront.common.run.Runs;
import dev.storefront.common.spool.Spool;
import dev.storefront.fitment.FitmentApi;
import dev.storefront.fitment.FitmentServiceTest;
import dev.storefront.fitment.note.FitmentNote;
import dev.storefront.fitment.placement.ProductIds;
import dev.storefront.fitment.placement.SkuKind;
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
  @Autowired Runs<ImportRequest, Progress> imports;
  @Autowired Spool spool;
  @Autowired JdbcClient db;
  ImportClient client;

  @BeforeEach
  void stop() {
    client = new ImportClient(new FitmentApi(port));
    imports.stop();
  }

  @AfterEach
  void go_on() {
    db.sql("DROP TRIGGER IF EXISTS refused_end").update();
    imports.stop();
    imports.start();
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
    staging.removeAll(id);
  }

  @Test
  void a_step_has_so_many_applications_at_most_unless_one_SKU_has_more() {
    String id = "b0000000000000000000000000000002";
    stage(id, SKU, 1, 19_000);
    stage(id, SKU + 1, 19_001, 25_001);
    stage(id, SKU + 2, 44_002, 2);

    assertThat(staging.nextSkus(id)).containsExactly(SKU);
    staging.remove(id, List.of(SKU));
    assertThat(staging.nextSkus(id)).containsExactly(SKU + 1);
    staging.remove(id, List.of(SKU + 1));
    assertThat(staging.nextSkus(id)).containsExactly(SKU + 2);

    stage(id, SKU + 3, 44_004, 12_000);
    stage(id, SKU + 4, 56_004, 1);
    assertThat(staging.nextSkus(id)).containsExactly(SKU + 2, SKU + 3, SKU + 4);
    staging.remove(id, List.of(SKU + 2, SKU + 3));
    assertThat(staging.nextSkus(id)).containsExactly(SKU + 4);
    staging.removeAll(id);
  }

  private void stage(String id, long sku, int first, int count) {
    staging.add(id, LongStream.range(first, first + count).mapToObj(n -> app(n, sku, "")).toList());
  }

  @Test
  void what_imports_have_left_that_are_over_is_removed_also_after_a_crash() {
    String ended = staged("Its end was its instance's last deed.");
    db.sql("UPDATE run SET state = 'FAILED' WHERE id = ?").param(ended).update();
    String abandoned = staged("Nobody has its file.");
    db.sql("UPDATE run SET request = REPLACE(request, ?, 'elsewhere'), updated_at = 1 WHERE id = ?")
        .params(spoolOf(abandoned), abandoned)
        .update();
    String waiting = staged("Another instance has its file.");
    db.sql("UPDATE run SET request = REPLACE(request, ?, 'elsewhere') WHERE id = ?")
        .params(spoolOf(waiting), waiting)
        .update();
    spool.delete(imports.find(abandoned).orElseThrow().request().file());
    spool.delete(imports.find(waiting).orElseThrow().request().file());

    imports.start();

    await().until(() -> !isStaged(ended) && !isStaged(abandoned));
    assertThat(isStaged(waiting)).isTrue();
    assertThat(imports.find(abandoned).orElseThrow().failure()).isEqualTo("Its file is lost.");
    imports.cancel(Long.parseLong(waiting));
    await().until(() -> !isStaged(waiting));
  }

  @Test
  void what_is_staged_stays_until_nobody_can_go_on_with_it() {
    String id = staged("<App><Part>A</Part></App><App>");
    new Interrupted(db).at(id, new Progress(1, 1, 1, false, 0, 0, 0));
    refuseEnd(id);

    imports.start();

    await().until(() -> triesOf(id) >= 2);
    assertThat(isStaged(id)).isTrue();
    imports.stop();
    assertThat(imports.find(id).orElseThrow().state()).isEqualTo(RunState.RUNNING);
    assertThat(imports.find(id).orElseThrow().progress().records()).isEqualTo(1);

    db.sql("DROP TRIGGER refused_end").update();
    imports.start();
    assertThat(ImportClient.state(client.ended(id))).isEqualTo(RunState.FAILED);
    await().until(() -> !isStaged(id));
  }

  /** An import that was sent, with two applications that are staged. */
  private String staged(String content) {
    String id =
        client.sent(
            "application/xml",
            "",
            "<ACES><Header><SubmissionType>FULL</SubmissionType></Header>" + content);
    staging.add(id, List.of(app(1, SKU, "a"), app(2, SKU, "b")));
    return id;
  }

  private boolean isStaged(String id) {
    return !staging.nextSkus(id).isEmpty();
  }

  private String spoolOf(String id) {
    return imports.find(id).orElseThrow().request().file().spool();
  }

  private int triesOf(String id) {
    return db.sql("SELECT tries FROM run WHERE id = ?").param(id).query(Integer.class).single();
  }

  /** As a server that is away just then. */
  private void refuseEnd(String id) {
    db.sql(
            """
            CREATE TRIGGER refused_end BEFORE UPDATE ON run FOR EACH ROW
            BEGIN
              IF NEW.id = %s AND NEW.state = 'FAILED' THEN
                SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'Not now.';
              END IF;
            END\
            """
                .formatted(id))
        .update();
  }

  private static StagedApp app(long number, long sku, String note) {
    return new StagedApp(
        number,
        sku,
        new ProductIds(SkuKind.SELF, null, sku, null),
        new int[] {1},
        new FitmentNote("", "", null, note));
  }
}
