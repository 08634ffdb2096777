package dev.storefront.history.offline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.kafka.EventPublisher;
import dev.storefront.common.kafka.TopicReader;
import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.run.Runs;
import dev.storefront.common.testing.HttpCalls;
import dev.storefront.common.testing.ServiceProcess;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.history.Shopper;
import dev.storefront.history.Storefront;
import dev.storefront.history.archive.Archive;
import dev.storefront.history.core.ColdRow;
import dev.storefront.history.core.Export;
import dev.storefront.history.core.HistoryKeys;
import dev.storefront.history.core.View;
import dev.storefront.history.deletion.Deletions;
import dev.storefront.history.model.Planner;
import dev.storefront.history.model.Play;
import dev.storefront.history.model.RunningHistory;
import dev.storefront.localstack.Backends;
import dev.storefront.localstack.BackendsSelection;
import dev.storefront.localstack.flink.FlinkCluster;
import dev.storefront.localstack.server.ProjectRoot;
import dev.storefront.localstack.testing.TestBackends;
import dev.storefront.localstack.testing.WithBackends;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.jdbc.autoconfigure.DataSourceProperties;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The whole pipeline, on a Flink session cluster and an HBase of their own processes. */
@SpringBootTest(
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {
      "history.archive.regions=2",
      "history.offline.scheduled=false",
      "history.offline.lake-ready-after=0s", // no test fails in a day's first minutes
      // So that nobody waits long for the next look.
      "history.timeline.count-lifetime=1s",
      "storefront.runs.poll=100ms"
    })
@WithBackends(database = "browse_history", namespace = "offline")
@Import(Storefront.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class OfflineRunTest {

  private static final Logger log = LoggerFactory.getLogger(OfflineRunTest.class);

  private static final String APPLICATION = "dev.storefront.history.BrowseHistoryApplication";
  private static final int OTHERS = 20;

  private static final long SEED = 3;
  private static final int FAMILIES = 4;
  private static final int ROUNDS = 2;
  private static final int AT_ONCE = 3;
  private static final int MOST_SKUS = 1_000;
  private static final Duration LAG = Duration.ofMinutes(1);

  /** What is only softly referred to goes when memory is short. */
  private static final long FREED_LATER = 2;

  /** Of one date, until somebody was hit in each step that is to be. */
  private static final int MOST_RUNS = 3;

  /** A job that waits for a slot in vain is ended by Flink after five minutes, and ordered anew. */
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private static final ZoneId ZONE = LakeOfTest.ZONE;

  @TempDir static Path folder;

  @Autowired private Storefront storefront;
  @Autowired private Namespace namespace;
  @Autowired private Archive archive;
  @Autowired private OfflineDays days;
  @Autowired private Deletions deletions;
  @Autowired private JobOrders orders;
  @Autowired private Runs<OfflineRequest, OfflineProgress> offlineRuns;
  @Autowired private DataSourceProperties database;
  @Autowired private JdbcClient jdbc;
  @Autowired private Environment environment;
  @Autowired private StringRedisTemplate redis;
  @Autowired private JsonMapper json;
  @Autowired private EventPublisher events;
  @Autowired private TopicReader topics;
  @LocalServerPort private int port;

  private Backends backends;
  private @Nullable CompletableFuture<ServiceProcess> other;

  @DynamicPropertySource
  static void cluster(DynamicPropertyRegistry properties) {
    if (BackendsSelection.current() == BackendsSelection.EMBEDDED) {
      properties.add("history.offline.flink", () -> TestBackends.shared().flink());
      properties.add(
          "history.offline.jar", () -> ProjectRoot.find().resolve(LakeOfTest.JAR).toString());
      properties.add("history.offline.lake", () -> uri("lake"));
      properties.add("history.offline.folder", () -> uri("offline"));
      properties.add("history.offline.settings", () -> settings().toString());
    }
  }

  @BeforeEach
  void onlyWithFlink() throws IOException {
    assumeThat(BackendsSelection.current()).isEqualTo(BackendsSelection.EMBEDDED);
    backends = TestBackends.shared();
    Files.writeString(
        settings(),
        "jdbc-url=%s%njdbc-user=%s%njdbc-password=%s%n"
            .formatted(
                database.determineUrl(),
                database.determineUsername(),
                database.determinePassword()));
  }

  private static Path settings() {
    return folder.resolve("jobs.properties");
  }

  @Test
  @Order(1)
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
    LocalDate day = arrived(LocalDate.now(ZONE).minusDays(2), 4 + OTHERS);
    alice.deleteItems(sku + 1);

    JsonNode done = run(day, "ALL");

    long asOf = day.plusDays(1).atStartOfDay(ZONE).toInstant().toEpochMilli();
    assertThat(done.path("state").asString()).as(done.toString()).isEqualTo("DONE");
    assertThat(cold(alice.user())).isEqualTo(new ColdRow(List.of(new View(sku, now - 3)), asOf));
    assertThat(cold(bob.user())).isEqualTo(new ColdRow(List.of(new View(sku + 2, now - 1)), asOf));
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

    // Flink's TaskManager keeps no classes of jobs that have ended.
    long loaders = classLoadersOfJobs();

    // The same date once more: an emptied row is deleted, whatever the time stamps of the first.
    bob.clear();
    JsonNode again = run(day, "ALL");
    assertThat(again.path("state").asString()).as(again.toString()).isEqualTo("DONE");
    assertThat(cold(bob.user())).isEqualTo(new ColdRow(List.of(), 0));
    assertThat(cold(alice.user())).isEqualTo(new ColdRow(List.of(new View(sku, now - 3)), asOf));
    assertThat(days.exportedBefore(day.plusDays(1)).map(OfflineDays.Done::date)).contains(day);

    // A single step, and what one lacks. What was computed before a user was erased is not to come
    // into HBase by a later export.
    deletions.markErased(alice.user(), System.currentTimeMillis());
    assertThat(run(day, "EXPORT").path("state").asString()).isEqualTo("DONE");
    assertThat(cold(alice.user())).isEqualTo(new ColdRow(List.of(), 0));
    JsonNode lacking = run(day.minusDays(1), "EXPORT");
    assertThat(lacking.path("state").asString()).isEqualTo("FAILED");
    assertThat(lacking.path("failure").asString()).contains("COMPUTE");
    assertThat(days.tried(day.minusDays(1), OfflineStep.EXPORT)).isEmpty();
    // It lacks the deletions, and counts as a run that came to nothing.
    assertThat(run(day.minusDays(1), "COMPUTE").path("state").asString()).isEqualTo("FAILED");
    assertThat(days.tried(day.minusDays(1), OfflineStep.COMPUTE).map(OfflineDays.Tried::attempts))
        .contains(OfflineTask.MOST_TRIES);
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(classLoadersOfJobs()).isLessThanOrEqualTo(loaders + FREED_LATER));
  }

  /** After a collection. */
  private static long classLoadersOfJobs() throws IOException {
    String pid =
        JsonMapper.shared()
            .readTree(TestBackends.home().run("flink-taskmanager").toFile())
            .path("pid")
            .asString();
    // A machine that is too busy for it says something else.
    return await()
        .atMost(PATIENCE)
        .until(() -> histogram(pid), text -> text.contains("java.lang.String"))
        .lines()
        .filter(line -> line.contains("org.apache.flink.util.ChildFirstClassLoader"))
        .mapToLong(line -> Long.parseLong(line.trim().split("\\s+")[1]))
        .sum();
  }

  private static String histogram(String pid) throws IOException {
    Process jcmd =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                pid,
                "GC.class_histogram")
            .redirectErrorStream(true)
            .start();
    return new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  /** The lake has a file that nobody can read; the folders are there as soon as a job is told. */
  @Test
  @Order(2)
  void what_failed_attempts_left_goes_with_the_next_job_and_what_counts_stays() throws Exception {
    LocalDate day = LocalDate.now(ZONE).minusDays(12);
    assertThat(run(day, "DELETES").path("state").asString()).isEqualTo("DONE");
    Path faulty = folder.resolve("lake/day=" + day.minusDays(9) + "/faulty.parquet");
    Files.createDirectories(faulty.getParent());
    Files.writeString(faulty, "no views");

    JsonNode failed = run(day, "COMPUTE");
    assertThat(failed.path("state").asString()).as(failed.toString()).isEqualTo("FAILED");
    assertThat(failed.path("failure").asString()).contains("failed 3 times");
    assertThat(attempts(day)).containsExactlyInAnyOrder("deletes-0", "compute-2");
    assertThat(run(day, "COMPUTE").path("state").asString()).isEqualTo("FAILED");
    assertThat(attempts(day)).containsExactlyInAnyOrder("deletes-0", "compute-5");

    Files.delete(faulty);
    assertThat(run(day, "COMPUTE").path("state").asString()).isEqualTo("DONE");
    assertThat(attempts(day)).containsExactlyInAnyOrder("deletes-0", "compute-6");
    assertThat(run(day, "EXPORT").path("state").asString()).isEqualTo("DONE");
    // Another date's job removes what an export left that has been loaded.
    assertThat(run(day.minusDays(1), "DELETES").path("state").asString()).isEqualTo("DONE");
    assertThat(attempts(day)).containsExactlyInAnyOrder("deletes-0", "compute-6");
  }

  private static List<String> attempts(LocalDate day) {
    return List.of(folder.resolve("offline/" + day).toFile().list());
  }

  /** Flink shows to everybody what a job is told. */
  @Test
  @Order(2)
  void no_job_is_told_the_password() {
    LocalDate day = LocalDate.now(ZONE).minusDays(2);
    assertThat(database.determinePassword()).isNotEmpty();
    assertThat(orders.lackSettings()).isFalse();
    assertThat(orders.order(1, day, OfflineStep.DELETES, 0, "", List.of()).arguments())
        .doesNotContain(database.determinePassword(), "--jdbc-password");
  }

  /**
   * The JobManager dies while rows are computed, the TaskManager while they are exported, and in
   * another run the service while they are. Every user with a row keeps it, what was deleted stays
   * away, and no watermark is there before all rows are.
   */
  @Test
  @Order(3)
  @Tag("proof")
  void whoever_is_killed_while_a_step_is_worked_nothing_is_lost_and_nothing_comes_back()
      throws Exception {
    Shopper alice = storefront.newShopper();
    Shopper bob = storefront.newShopper();
    long sku = storefront.newSkus(10);
    long now = System.currentTimeMillis();
    List<View> views = new ArrayList<>();
    for (int view = 0; view < 6; view++) {
      views.add(new View(sku + view, now - view));
      storefront.pageView(alice.user(), sku + view, now - view).join();
    }
    storefront.pageView(bob.user(), sku, now).join();
    for (int other = 0; other < OTHERS; other++) {
      storefront.pageView("kept-" + other, sku, now).join();
    }
    await().atMost(PATIENCE).until(() -> alice.skus().size() == 6 && bob.skus().size() == 1);
    LocalDate day = arrived(LocalDate.now(ZONE).minusDays(6), 7 + OTHERS);
    // That of a later date, in the other test; the number stays, for copies in Redis have it.
    jdbc.sql("UPDATE completed_export SET watermark = 0").update();
    // It comes up while the first run waits for Flink, and may have a part in it.
    other = startOther();

    alice.deleteItems(views.remove(5).skuId());
    runWithKills(
        day,
        rowOn(day, views),
        alice.user(),
        Map.of(
            OfflineStep.COMPUTE, killOf("flink-jobmanager"),
            OfflineStep.EXPORT, killOf("flink-taskmanager")));
    assertThat(cold(bob.user()).views()).hasSize(1);

    alice.deleteItems(views.remove(4).skuId());
    bob.clear();
    try {
      LocalDate next = day.plusDays(1);
      runWithKills(
          next, rowOn(next, views), alice.user(), Map.of(OfflineStep.EXPORT, killOfTheService()));
    } finally {
      if (!offlineRuns.isRunning()) {
        offlineRuns.start();
      }
    }
    assertThat(cold(bob.user()).views()).isEmpty();
    for (int other = 0; other < OTHERS; other++) {
      assertThat(cold("kept-" + other).views()).containsExactly(new View(sku, now));
    }
    redis.delete(HistoryKeys.of(namespace.key(""), alice.user()).views());
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(alice.skus())
                    .containsExactlyElementsOf(views.stream().map(View::skuId).toList()));
  }

  @AfterEach
  void endTheOther() {
    if (other != null) {
      other.join().kill();
      other = null;
    }
  }

  private CompletableFuture<ServiceProcess> startOther() {
    Map<String, String> settings = offline();
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return ServiceProcess.start(Class.forName(APPLICATION), environment, settings);
          } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private static ColdRow rowOn(LocalDate day, List<View> views) {
    long asOf = day.plusDays(1).atStartOfDay(ZONE).toInstant().toEpochMilli();
    return new ColdRow(List.copyOf(views), asOf);
  }

  /** A short run; docs/browse-history-model.md is about long ones. */
  @Test
  @Order(4)
  void histories_are_what_a_plain_model_says() throws Exception {
    CompletableFuture<LakeOfTest> lake = CompletableFuture.supplyAsync(this::startLake);
    try {
      RunningHistory service =
          new RunningHistory(
              () -> List.of(port), events, topics, redis, namespace, json, lake::join);
      Play play =
          new Play(
              service,
              Planner.plan(SEED, FAMILIES, ROUNDS, true),
              "model-" + System.nanoTime(),
              storefront.newSkus(MOST_SKUS),
              LAG);
      List<String> violations = play.play(AT_ONCE);
      log.info("{} views, {} answers compared", play.views(), play.comparisons());
      assertThat(violations).isEmpty();
    } finally {
      lake.join().close();
    }
  }

  private LakeOfTest startLake() {
    try {
      return LakeOfTest.start(backends, namespace, folder.resolve("lake"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Somebody to be killed.
   *
   * @param ready what has to be before a run begins
   * @param worksOnJobs true if it is only hit while Flink has not finished the step's job
   * @param after brings back what goes on with the run
   */
  private record Kill(Runnable ready, Runnable kill, boolean worksOnJobs, Runnable after) {}

  private Kill killOf(String server) {
    return new Kill(
        () -> {},
        () -> backends.faults().kill(server),
        server.equals("flink-taskmanager"),
        () -> backends.faults().start(server));
  }

  /** Of the other instance, which alone works on runs until then. */
  private Kill killOfTheService() {
    return new Kill(
        () -> {
          other = other == null ? startOther() : other;
          other.join();
          offlineRuns.stop();
        },
        this::endTheOther,
        false,
        offlineRuns::start);
  }

  /**
   * Has all steps run, and kills somebody in the course of these. A quick machine may be done with
   * a step before it is hit: then all is run again, and that one is killed earlier.
   */
  private void runWithKills(
      LocalDate day, ColdRow complete, String user, Map<OfflineStep, Kill> kills) throws Exception {
    Map<OfflineStep, Kill> left = new EnumMap<>(kills);
    for (int runs = 1; runs <= MOST_RUNS && !left.isEmpty(); runs++) {
      runOnceWithKills(day, complete, user, left, runs > 1);
    }
    assertThat(left.keySet()).as("steps in which nobody was hit").isEmpty();
  }

  /**
   * The same once.
   *
   * @param kills without those that hit when it is over
   * @param early true to kill as soon as it is the step's turn, before its job is there
   */
  private void runOnceWithKills(
      LocalDate day, ColdRow complete, String user, Map<OfflineStep, Kill> kills, boolean early)
      throws Exception {
    kills.values().forEach(kill -> kill.ready().run());
    String path = start(day, "ALL");
    for (OfflineStep step : OfflineStep.ALL.parts()) {
      Kill kill = kills.get(step);
      if (kill != null) {
        String job = awaitAtWork(path, step, early);
        boolean isHit;
        try {
          kill.kill().run();
          isHit = !isDone(path, step) && !(kill.worksOnJobs() && isFinished(job));
        } finally {
          kill.after().run();
        }
        log.info("{} hit: {}{}", step, isHit, early ? ", before its job was there" : "");
        if (isHit) {
          kills.remove(step);
        }
        assertWatermarkIsTrue(complete, user);
      }
    }
    JsonNode run = awaitEnd(path, complete, user);
    assertThat(run.path("state").asString()).as(run.toString()).isEqualTo("DONE");
    assertThat(cold(user)).isEqualTo(complete);
  }

  private JsonNode awaitEnd(String path, ColdRow complete, String user) {
    try {
      return await()
          .atMost(PATIENCE)
          .until(
              () -> {
                assertWatermarkIsTrue(complete, user);
                return look(path);
              },
              OfflineRunTest::isOver);
    } catch (ConditionTimeoutException e) {
      throw new AssertionError("Flink: " + FlinkCluster.at(backends.flink()).overview(), e);
    }
  }

  private Map<String, String> offline() {
    Map<String, String> settings = new HashMap<>();
    for (String name :
        List.of("flink", "jar", "lake", "folder", "settings", "scheduled", "lake-ready-after")) {
      settings.put(
          "history.offline." + name, environment.getRequiredProperty("history.offline." + name));
    }
    settings.put("storefront.hbase.zookeeper", backends.zookeeper());
    settings.put("history.archive.regions", "2");
    // Nobody waits long for one that is dead.
    settings.put("storefront.runs.lease", "5s");
    return settings;
  }

  /**
   * Waits until the step's job is there, or, early, until the step before is done.
   *
   * @return the job; empty if it is not there yet, or was so quick that it has ended
   */
  private String awaitAtWork(String path, OfflineStep step, boolean early) {
    FlinkCluster flink = FlinkCluster.at(backends.flink());
    String prefix = orders.prefix(Long.parseLong(path.substring(path.lastIndexOf('/') + 1))) + step;
    return await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(20))
        .until(
            () -> {
              Optional<String> job = flink.findMatching(Pattern.quote(prefix) + ".*");
              JsonNode run = look(path);
              return run.path("steps").size() > step.ordinal()
                      || isOver(run)
                      || (early && run.path("steps").size() == step.ordinal())
                  ? Optional.of(job.orElse(""))
                  : job;
            },
            Optional::isPresent)
        .orElseThrow();
  }

  private boolean isDone(String path, OfflineStep step) throws Exception {
    JsonNode run = look(path);
    return run.path("steps").size() > step.ordinal() || isOver(run);
  }

  private boolean isFinished(String job) {
    return !job.isEmpty() && FlinkCluster.at(backends.flink()).state(job).equals("FINISHED");
  }

  private void assertWatermarkIsTrue(ColdRow complete, String user) {
    long watermark =
        jdbc.sql("SELECT COALESCE(MAX(watermark), 0) FROM completed_export")
            .query(Long.class)
            .single();
    if (watermark >= complete.asOf()) {
      assertThat(cold(user)).isEqualTo(complete);
    }
  }

  /** Read again while HBase is too slow for the service. */
  private ColdRow cold(String user) {
    return await()
        .atMost(PATIENCE)
        .until(() -> archive.read(user), Optional::isPresent)
        .orElseThrow();
  }

  /**
   * Has the lake take what is in the topic, and puts it into a day. Not into the day before, which
   * may have ended a moment ago: then views of this test are of it, and the lake's offsets late.
   */
  private LocalDate arrived(LocalDate date, int views) throws Exception {
    try (LakeOfTest lake = startLake()) {
      lake.awaitViews(views);
      lake.moveTo(date);
    }
    return date;
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
    String path = start(date, step);
    return await().atMost(PATIENCE).until(() -> look(path), OfflineRunTest::isOver);
  }

  private static boolean isOver(JsonNode run) {
    return List.of("DONE", "FAILED").contains(run.path("state").asString());
  }

  private JsonNode look(String path) throws Exception {
    return json.readTree(new HttpCalls(port).get(path, TestTokens.operator()).body());
  }

  private String start(LocalDate date, String step) throws Exception {
    HttpResponse<String> accepted =
        new HttpCalls(port)
            .post(
                OfflineRunController.PATH,
                TestTokens.operator(),
                "application/json",
                json.writeValueAsString(Map.of("date", date.toString(), "step", step)));
    assertThat(accepted.statusCode()).as(accepted.body()).isEqualTo(202);
    return accepted.headers().firstValue("Location").orElseThrow();
  }

  private static String uri(String name) {
    return folder.resolve(name).toUri().toString().replaceAll("/$", "");
  }
}
