package dev.storefront.history.offline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.testing.HttpCalls;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.history.Shopper;
import dev.storefront.history.Storefront;
import dev.storefront.history.archive.Archive;
import dev.storefront.history.core.ColdRow;
import dev.storefront.history.core.Export;
import dev.storefront.history.core.HistoryKeys;
import dev.storefront.history.core.View;
import dev.storefront.history.deletion.Deletions;
import dev.storefront.localstack.Backends;
import dev.storefront.localstack.BackendsSelection;
import dev.storefront.localstack.flink.FlinkCluster;
import dev.storefront.localstack.flink.FlinkJob;
import dev.storefront.localstack.server.ProjectRoot;
import dev.storefront.localstack.testing.TestBackends;
import dev.storefront.localstack.testing.WithBackends;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The whole pipeline, on a Flink session cluster and an HBase of their own processes. */
@SpringBootTest(
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {"history.archive.regions=2", "history.offline.scheduled=false"})
@WithBackends(database = "browse_history", namespace = "offline")
@Import(Storefront.class)
class OfflineRunTest {

  private static final String JAR = "browse-history-service/jobs/target/browse-history-jobs.jar";
  private static final int OTHERS = 20;
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final ZoneId ZONE = ZoneId.of("Asia/Shanghai");

  @TempDir static Path folder;

  @Autowired private Storefront storefront;
  @Autowired private Namespace namespace;
  @Autowired private Archive archive;
  @Autowired private OfflineDays days;
  @Autowired private Deletions deletions;
  @Autowired private StringRedisTemplate redis;
  @Autowired private JsonMapper json;
  @LocalServerPort private int port;

  private Backends backends;

  @DynamicPropertySource
  static void cluster(DynamicPropertyRegistry properties) {
    if (BackendsSelection.current() == BackendsSelection.EMBEDDED) {
      properties.add("history.offline.flink", () -> TestBackends.shared().flink());
      properties.add("history.offline.jar", () -> ProjectRoot.find().resolve(JAR).toString());
      properties.add("history.offline.lake", () -> uri("lake"));
      properties.add("history.offline.folder", () -> uri("offline"));
    }
  }

  @BeforeEach
  void onlyWithFlink() {
    assumeThat(BackendsSelection.current()).isEqualTo(BackendsSelection.EMBEDDED);
    backends = TestBackends.shared();
  }

  @Test
  void a_view_that_redis_lost_shows_from_hbase_unless_it_was_deleted() throws Exception {
    Shopper alice = storefront.newShopper();
    Shopper bob = storefront.newShopper();
    long sku = storefront.newSkus(3);
    long now = System.currentTimeMillis();
    storefront.pageView(alice.user(), sku, now - 3).join();
    storefront.pageView(alice.user(), sku + 1, now - 2).join();
    storefront.pageView(bob.user(), sku + 2, now - 1).join();
    await().untilAsserted(() -> assertThat(alice.skus()).containsExactly(sku + 1, sku));
    for (int other = 0; other < OTHERS; other++) {
      storefront.pageView("other-" + other, sku, now).join();
    }
    bob.post("/api/v1/history/pause");
    storefront.pageView(bob.user(), sku, System.currentTimeMillis()).join();
    LocalDate day = arrivedYesterday(4 + OTHERS);
    alice.deleteItems(sku + 1);

    JsonNode done = run(day, "ALL");

    long asOf = day.plusDays(1).atStartOfDay(ZONE).toInstant().toEpochMilli();
    assertThat(done.path("state").asString()).as(done.toString()).isEqualTo("DONE");
    assertThat(archive.read(alice.user()))
        .contains(new ColdRow(List.of(new View(sku, now - 3)), asOf));
    assertThat(archive.read(bob.user()))
        .contains(new ColdRow(List.of(new View(sku + 2, now - 1)), asOf));
    assertThat(archive.latestExport().map(Export::watermark)).contains(asOf);
    assertThat(done.path("watermark").asString())
        .isEqualTo(java.time.Instant.ofEpochMilli(asOf).toString());
    // DELETES a deletion and a pause, COMPUTE 4 views of the two and these, EXPORT 2 rows; 1 of
    // each other.
    assertThat(done.path("rowsIn").asLong()).isEqualTo(2 + (6 + OTHERS) + (2 + OTHERS));
    assertThat(done.path("rowsOut").asLong()).isEqualTo(2 + 2 * (2 + OTHERS));
    assertThat(done.path("rowsDropped").asLong()).isEqualTo(2);
    assertThat(done.path("usersChanged").asLong()).isEqualTo(2 + OTHERS);
    assertThat(done.path("steps").valueStream().map(step -> step.path("step").asString()))
        .containsExactly("DELETES", "COMPUTE", "EXPORT");
    assertNothingWentThroughTheLog();

    redis.delete(HistoryKeys.of(namespace.key(""), alice.user()).views());
    await().untilAsserted(() -> assertThat(alice.skus()).containsExactly(sku));

    // The same date once more: an emptied row is deleted, whatever the time stamps of the first.
    bob.clear();
    JsonNode again = run(day, "ALL");
    assertThat(again.path("state").asString()).as(again.toString()).isEqualTo("DONE");
    assertThat(archive.read(bob.user())).contains(new ColdRow(List.of(), 0));
    assertThat(archive.read(alice.user()))
        .contains(new ColdRow(List.of(new View(sku, now - 3)), asOf));
    assertThat(days.exportedBefore(day.plusDays(1)).map(OfflineDays.Done::date)).contains(day);

    // Single steps, and what a step lacks.
    assertThat(run(day, "COMPUTE").path("state").asString()).isEqualTo("DONE");
    // What was computed before a user was erased is not to come into HBase by a later export.
    deletions.markErased(alice.user(), System.currentTimeMillis());
    assertThat(run(day, "EXPORT").path("state").asString()).isEqualTo("DONE");
    assertThat(archive.read(alice.user())).contains(new ColdRow(List.of(), 0));
    JsonNode lacking = run(day.minusDays(1), "EXPORT");
    assertThat(lacking.path("state").asString()).isEqualTo("FAILED");
    assertThat(lacking.path("failure").asString()).contains("COMPUTE");
  }

  /** Has the lake take what is in the topic, and puts it into the day before. */
  private LocalDate arrivedYesterday(int views) throws Exception {
    FlinkCluster flink = FlinkCluster.at(backends.flink());
    String lake = flink.run(lakeJob(), null);
    try {
      await().atMost(PATIENCE).until(() -> viewsIn(flink, lake) >= views);
      long checkpoints = flink.checkpoints(lake);
      await().atMost(PATIENCE).until(() -> flink.checkpoints(lake) >= checkpoints + 3);
      await().atMost(PATIENCE).until(() -> !parts().isEmpty() && underWay().isEmpty());
    } finally {
      flink.cancel(lake);
    }
    LocalDate yesterday = LocalDate.now(ZONE).minusDays(1);
    Path day = folder.resolve("lake/day=" + yesterday);
    Files.createDirectories(day);
    for (Path part : parts()) {
      Files.move(part, day.resolve(part.getFileName()));
    }
    return yesterday;
  }

  private static long viewsIn(FlinkCluster flink, String lake) {
    return flink.metric(lake, "arrival.numRecordsOut");
  }

  /** What is not committed, or not put together with others yet. */
  private static List<Path> underWay() throws IOException {
    try (Stream<Path> all = Files.walk(folder.resolve("lake"))) {
      return all.filter(file -> file.getFileName().toString().matches("[._].*")).toList();
    }
  }

  private static List<Path> parts() throws IOException {
    try (Stream<Path> all = Files.walk(folder.resolve("lake"))) {
      return all.filter(file -> file.getFileName().toString().matches("[^.].*\\.parquet")).toList();
    }
  }

  private FlinkJob lakeJob() {
    return new FlinkJob(
        "page-view-lake",
        ProjectRoot.find().resolve(JAR),
        "dev.storefront.history.lake.PageViewLake",
        List.of(
            "--bootstrap-servers", backends.kafkaBootstrapServers(),
            "--namespace", namespace.name(),
            "--lake", uri("lake"),
            "--checkpoint-millis", "500",
            "--file-checkpoints", "1"),
        1);
  }

  /** A load is one write for each region, where rows would have been one each, and in its log. */
  private void assertNothingWentThroughTheLog() throws IOException {
    Configuration configuration = HBaseConfiguration.create();
    configuration.set(HConstants.ZOOKEEPER_QUORUM, backends.zookeeper());
    configuration.set(
        HConstants.ZOOKEEPER_CLIENT_PORT,
        backends.zookeeper().substring(backends.zookeeper().lastIndexOf(':') + 1));
    TableName table = TableName.valueOf(namespace.table(ColdRow.TABLE));
    try (Connection connection = ConnectionFactory.createConnection(configuration);
        Admin admin = connection.getAdmin()) {
      long regions = 0;
      long storeFiles = 0;
      long writes = 0;
      for (ServerName server : admin.getRegionServers()) {
        for (RegionMetrics region : admin.getRegionMetrics(server, table)) {
          regions++;
          storeFiles += region.getStoreFileCount();
          writes += region.getWriteRequestCount();
        }
      }
      assertThat(regions).isEqualTo(2);
      assertThat(storeFiles).isBetween(1L, regions);
      assertThat(writes).isBetween(1L, regions);
    }
  }

  private JsonNode run(LocalDate date, String step) throws Exception {
    HttpCalls http = new HttpCalls(port);
    HttpResponse<String> accepted =
        http.post(
            OfflineRunController.PATH,
            TestTokens.operator(),
            "application/json",
            json.writeValueAsString(Map.of("date", date.toString(), "step", step)));
    assertThat(accepted.statusCode()).as(accepted.body()).isEqualTo(202);
    String path = accepted.headers().firstValue("Location").orElseThrow();
    return await()
        .atMost(PATIENCE)
        .until(
            () -> json.readTree(http.get(path, TestTokens.operator()).body()),
            reply -> List.of("DONE", "FAILED").contains(reply.path("state").asString()));
  }

  private static String uri(String name) {
    return folder.resolve(name).toUri().toString().replaceAll("/$", "");
  }
}
