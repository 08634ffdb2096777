package dev.storefront.history.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.testing.ConfigurationCentre;
import dev.storefront.common.testing.Fallbacks;
import dev.storefront.history.Shopper;
import dev.storefront.history.Storefront;
import dev.storefront.history.core.HistoryKeys;
import dev.storefront.history.offline.LakeOfTest;
import dev.storefront.localstack.Backends;
import dev.storefront.localstack.BackendsSelection;
import dev.storefront.localstack.flink.FlinkCluster;
import dev.storefront.localstack.flink.FlinkJob;
import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.server.ProjectRoot;
import dev.storefront.localstack.testing.TestBackends;
import dev.storefront.localstack.testing.WithBackends;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.KafkaAdmin;
import org.springframework.kafka.core.KafkaTemplate;

/**
 * Page views recorded by the job, on a Flink session cluster of its own processes. The job goes on
 * from test to test.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@WithBackends(database = "browse_history", namespace = "flink")
@Import(Storefront.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class FlinkEngineTest {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final String NAME = "page-view-ingest";

  /** Views that the crowd makes between two things that are done to the engine. */
  private static final int SOME = 100;

  @Autowired private Storefront storefront;
  @Autowired private Namespace namespace;
  @Autowired private Environment environment;
  @Autowired private KafkaListenerEndpointRegistry listeners;
  @Autowired private KafkaTemplate<String, byte[]> kafka;
  @Autowired private KafkaAdmin admin;
  @Autowired private StringRedisTemplate redis;
  @Autowired private MeterRegistry meters;
  @Autowired private ConsumerFactory<String, byte[]> consumers;

  private Backends backends;
  private FlinkCluster flink;
  private ConfigurationCentre operator;
  private String job;

  @BeforeEach
  void leaveRecordingToTheJob() {
    assumeThat(BackendsSelection.current()).isEqualTo(BackendsSelection.EMBEDDED);
    backends = TestBackends.shared();
    operator = ConfigurationCentre.of(environment);
    flink = FlinkCluster.at(backends.flink());
    engine("flink");
    job = flink.find(NAME).orElseGet(() -> flink.run(ingest(), null));
  }

  @AfterEach
  void startWhatWasKilled() {
    try (ConfigurationCentre centre = operator) {
      for (String server : List.of("redis-1", "flink-jobmanager", "flink-taskmanager")) {
        backends.faults().start(server);
      }
    }
  }

  @AfterAll
  static void endTheJob() {
    if (BackendsSelection.current() == BackendsSelection.EMBEDDED) {
      FlinkCluster flink = FlinkCluster.at(TestBackends.shared().flink());
      flink.find(NAME).ifPresent(flink::cancel);
    }
  }

  /** What stands in the lake's files is held to by the tests of its job. */
  @Test
  void either_engine_goes_on_where_the_other_ended_and_the_lake_gets_files(@TempDir Path folder)
      throws Exception {
    try (LakeOfTest lake = LakeOfTest.start(backends, namespace, folder, 2_000);
        Crowd crowd = new Crowd(storefront)) {
      crowd.lookAt(SOME);
      String savepoint = flink.stopWithSavepoint(job);
      engine("embedded");
      crowd.lookAt(SOME);
      engine("flink");
      job = flink.run(ingest(), null);
      crowd.lookAt(SOME);
      engine("embedded");
      flink.cancel(job);
      crowd.lookAt(SOME);
      // An upgrade: the new job has the old one's state, and both engines run for a while.
      job = flink.run(ingest(), savepoint);
      crowd.lookAt(SOME);
      engine("flink");
      crowd.lookAt(SOME);
      crowd.seesEverything();
      lake.awaitViews(crowd.views()); // perhaps of earlier cases: what is in the files others show
      assertThat(lake.moveTo(LocalDate.now(LakeOfTest.ZONE).minusDays(2)))
          .isNotEmpty()
          .allSatisfy(file -> assertThat(file.toFile().length()).isPositive());
    }
  }

  /** The first, while the job has taken nothing else. */
  @Test
  @Order(1)
  void views_of_a_user_that_come_together_cost_one_call() {
    Shopper alice = storefront.newShopper();
    long sku = storefront.newSkus(60);
    long now = System.currentTimeMillis();
    IntStream.range(0, 60)
        .mapToObj(i -> storefront.pageView(alice.user(), sku + i, now - i))
        .toList()
        .forEach(future -> future.join());

    await().atMost(PATIENCE).untilAsserted(() -> assertThat(alice.skus()).hasSize(60));
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              long taken = flink.metric(job, "merge.viewsTaken");
              assertThat(taken).isGreaterThanOrEqualTo(60);
              assertThat(flink.metric(job, "merge.redisCallsSaved")).isGreaterThanOrEqualTo(30);
              assertThat(flink.metric(job, "merge.redisCalls"))
                  .isEqualTo(taken - flink.metric(job, "merge.redisCallsSaved"));
            });
  }

  @Test
  void a_view_of_before_a_pause_shows_though_one_of_the_pause_comes_together_with_it() {
    Shopper alice = storefront.newShopper();
    long sku = storefront.newSkus(2);
    alice.post("/api/v1/history/pause");
    long now = System.currentTimeMillis();
    List.of(
            storefront.pageView(alice.user(), sku, now - 20_000),
            storefront.pageView(alice.user(), sku, now),
            storefront.pageView(alice.user(), sku + 1, now - 10_000))
        .forEach(future -> future.join());

    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(alice.skus()).containsExactly(sku + 1, sku));
    assertThat(Shopper.viewedAt(alice.list(2).get(1)).toEpochMilli()).isEqualTo(now - 20_000);
  }

  @Test
  void what_cannot_be_read_becomes_a_dead_letter_and_the_rest_goes_on() {
    Shopper alice = storefront.newShopper();
    long sku = storefront.newSkus(2);
    String topic = namespace.topic("page-views");
    byte[] faulty = "not json".getBytes(StandardCharsets.UTF_8);
    kafka.send(topic, 7, alice.user(), faulty).join();
    storefront.pageView(alice.user(), sku, System.currentTimeMillis()).join();

    await().atMost(PATIENCE).untilAsserted(() -> assertThat(alice.skus()).containsExactly(sku));
    ConsumerRecord<String, byte[]> letter = deadLetterOf(alice.user());
    assertThat(letter.value()).isEqualTo(faulty);
    assertThat(header(letter, "reason")).contains("is not the JSON object");
    assertThat(header(letter, "origin")).startsWith(topic + "-7@");
    assertThat(header(letter, "consumer")).isEqualTo(namespace.group("browse-history"));

    // Of whom Redis has no history but something else.
    Shopper bob = storefront.newShopper();
    redis.opsForHash().put(HistoryKeys.of(namespace.key(""), bob.user()).views(), "no", "view");
    storefront.pageView(bob.user(), sku, 1 + System.currentTimeMillis()).join();
    storefront.pageView(alice.user(), sku + 1, 2 + System.currentTimeMillis()).join();
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(alice.skus()).containsExactly(sku + 1, sku));
    letter = deadLetterOf(bob.user());
    assertThat(new String(letter.value(), StandardCharsets.UTF_8)).contains("\"skuId\":" + sku);
    assertThat(header(letter, "reason")).contains("WRONGTYPE");
    long checkpoints = flink.checkpoints(job);
    await().atMost(PATIENCE).until(() -> flink.checkpoints(job) >= checkpoints + 2);
  }

  @Test
  void a_replay_of_the_whole_topic_changes_nothing() throws Exception {
    List<Shopper> shoppers = new ArrayList<>();
    List<List<Long>> before = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      Shopper shopper = storefront.newShopper();
      long sku = storefront.newSkus(8);
      long now = System.currentTimeMillis();
      for (int view = 0; view < 8; view++) {
        storefront.pageView(shopper.user(), sku + view, now - view).join();
      }
      await().atMost(PATIENCE).until(() -> shopper.skus().size() == 8);
      shopper.deleteItems(sku + 3);
      shoppers.add(shopper);
      before.add(shopper.skus());
    }
    flink.cancel(job);
    long records = forgetOffsets();
    job = flink.run(ingest(), null);

    await().atMost(PATIENCE).until(() -> flink.metric(job, "checks.numRecordsIn") >= records);
    long checkpoints = flink.checkpoints(job);
    await().atMost(PATIENCE).until(() -> flink.checkpoints(job) >= checkpoints + 2);
    assertThat(shoppers.stream().map(Shopper::skus)).containsExactlyElementsOf(before);
  }

  @Test
  void views_wait_for_a_redis_that_was_killed_and_what_an_emptied_one_lost_comes_back()
      throws Exception {
    Shopper alice = storefront.newShopper();
    long sku = storefront.newSkus(2);
    alice.look(sku);
    alice.look(sku + 1);
    alice.deleteItems(sku);
    try (Crowd crowd = new Crowd(storefront)) {
      crowd.lookAt(SOME);
      Fallbacks fallbacks = new Fallbacks(meters);
      double before = fallbacks.found();
      backends.faults().kill("redis-1");
      crowd.lookAt(3 * SOME);
      Home.deleteTree(TestBackends.home().data("redis-1").resolve("appendonlydir"));
      backends.faults().start("redis-1");
      crowd.lookAt(SOME);
      await().atMost(PATIENCE).until(() -> fallbacks.isOverSince(before));
      crowd.seesEverything();
    }
    assertThat(alice.skus()).containsExactly(sku + 1);
    assertThat(flink.state(job)).isEqualTo("RUNNING");
  }

  @Test
  @Tag("proof")
  void a_killed_task_manager_and_then_a_killed_job_manager_lose_nothing() throws Exception {
    try (Crowd crowd = new Crowd(storefront)) {
      crowd.lookAt(SOME);
      backends.faults().kill("flink-taskmanager");
      crowd.lookAt(SOME);
      backends.faults().start("flink-taskmanager");
      long checkpoints = flink.checkpoints(job);
      await().atMost(PATIENCE).until(() -> flink.checkpoints(job) > checkpoints);
      backends.faults().kill("flink-jobmanager");
      crowd.lookAt(SOME);
      backends.faults().start("flink-jobmanager");
      await().atMost(PATIENCE).until(() -> flink.find(NAME).isPresent());
      crowd.lookAt(SOME);
      crowd.seesEverything();
    }
  }

  private FlinkJob ingest() {
    return new FlinkJob(
        NAME,
        ProjectRoot.find().resolve(LakeOfTest.JAR),
        "dev.storefront.history.ingest.PageViewIngest",
        List.of(
            "--bootstrap-servers", backends.kafkaBootstrapServers(),
            "--redis", String.join(",", backends.redisNodes()),
            "--namespace", namespace.name(),
            "--checkpoint-millis", "1000"),
        2);
  }

  /** Returns once the service has heard of it. */
  private void engine(String name) {
    operator.set("recording-engine", name);
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                listeners.getListenerContainer("page-views").isRunning()
                    == name.equals("embedded"));
  }

  /** Of the group; returns how many records there are to be read again. */
  private long forgetOffsets() throws Exception {
    String topic = namespace.topic("page-views");
    try (Admin kafkaAdmin = Admin.create(admin.getConfigurationProperties());
        Consumer<String, byte[]> consumer = consumers.createConsumer("ends-" + job, "")) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(partition -> new TopicPartition(topic, partition.partition()))
              .toList();
      String group = namespace.group("browse-history");
      await().atMost(PATIENCE).until(() -> deleted(kafkaAdmin, group));
      return consumer.endOffsets(partitions).values().stream().mapToLong(end -> end).sum()
          - consumer.beginningOffsets(partitions).values().stream().mapToLong(b -> b).sum();
    }
  }

  private static boolean deleted(Admin admin, String group) throws InterruptedException {
    try {
      admin.deleteConsumerGroups(List.of(group)).all().get();
      return true;
    } catch (ExecutionException stillHasMembers) {
      return false;
    }
  }

  private ConsumerRecord<String, byte[]> deadLetterOf(String user) {
    List<ConsumerRecord<String, byte[]>> found = new ArrayList<>();
    try (Consumer<String, byte[]> letters = consumers.createConsumer("letters-" + user, "")) {
      letters.subscribe(List.of(namespace.topic("page-views.dlt")));
      await()
          .atMost(PATIENCE)
          .until(
              () -> {
                letters.poll(Duration.ofMillis(200)).forEach(found::add);
                found.removeIf(letter -> !user.equals(letter.key()));
                return !found.isEmpty();
              });
    }
    return found.get(0);
  }

  private static String header(ConsumerRecord<String, byte[]> letter, String name) {
    Header header = letter.headers().lastHeader(name);
    return new String(header.value(), StandardCharsets.UTF_8);
  }
}
