package dev.storefront.history.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.kafka.EventPublisher;
import dev.storefront.common.kafka.TopicReader;
import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.run.Runs;
import dev.storefront.common.testing.ConfigurationCentre;
import dev.storefront.common.testing.ModelRounds;
import dev.storefront.common.testing.ModelRounds.Played;
import dev.storefront.common.testing.ServiceProcess;
import dev.storefront.history.Storefront;
import dev.storefront.history.offline.LakeOfTest;
import dev.storefront.localstack.Backends;
import dev.storefront.localstack.flink.FlinkCluster;
import dev.storefront.localstack.flink.FlinkJob;
import dev.storefront.localstack.server.ProjectRoot;
import dev.storefront.localstack.testing.OwnRedis;
import dev.storefront.localstack.testing.TestBackends;
import dev.storefront.localstack.testing.WithBackends;
import dev.storefront.localstack.testing.WithOwnRedis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.jdbc.autoconfigure.DataSourceProperties;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import tools.jackson.databind.json.JsonMapper;

/**
 * The long run: {@code acceptance/browse-history-model --seed 1 --minutes 10}. No test of the
 * build; its name keeps it out. Two instances, one of which can be killed, and a Redis Cluster with
 * replicas.
 */
@SpringBootTest(
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {
      "history.archive.regions=2",
      "history.offline.scheduled=false",
      "history.offline.lake-ready-after=0s", // no round fails in a day's first minutes
      "history.rebuild.mark-every=500ms",
      "history.rebuild.margin=1s"
    })
@WithBackends(database = "browse_history", namespace = "model")
@WithOwnRedis
@Import(Storefront.class)
class HistoryModelRun {

  private static final String APPLICATION = "dev.storefront.history.BrowseHistoryApplication";
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final int FAMILIES = 6;
  private static final int ROUNDS = 2;
  private static final int AT_ONCE = 3;
  private static final int MOST_SKUS = 1_000;
  private static final int HITS = 3;
  private static final List<String> COLUMNS =
      List.of("fault", "hits", "views", "answers compared", "calls repeated");

  @TempDir static Path folder;

  @Autowired private OwnRedis cluster;
  @Autowired private Storefront storefront;
  @Autowired private Namespace namespace;
  @Autowired private EventPublisher events;
  @Autowired private TopicReader topics;
  @Autowired private StringRedisTemplate redis;
  @Autowired private DataSourceProperties database;
  @Autowired private Environment environment;
  @Autowired private JsonMapper json;
  @Autowired private List<Runs<?, ?>> runs;
  @LocalServerPort private int port;

  private final Backends backends = TestBackends.shared();
  private volatile ServiceProcess second;
  private ConfigurationCentre operator;

  /** What goes wrong in a round, again and again. */
  private enum Fault {
    NONE("none"),
    SERVICE("an instance killed"),
    SERVICE_IN_ERASURE("the only instance that erases killed during erasures"),
    SERVICE_IN_PIPELINE("an instance killed while a step is worked"),
    REDIS("a Redis primary killed, a replica that lags takes over"),
    HBASE("HBase (and ZooKeeper) away"),
    TASK_MANAGER("TaskManager killed, Flink records"),
    JOB_MANAGER("JobManager killed, Flink records");

    private final String words;

    Fault(String words) {
      this.words = words;
    }
  }

  @DynamicPropertySource
  static void pipeline(DynamicPropertyRegistry properties) {
    properties.add("history.offline.flink", () -> TestBackends.shared().flink());
    properties.add(
        "history.offline.jar", () -> ProjectRoot.find().resolve(LakeOfTest.JAR).toString());
    properties.add("history.offline.lake", () -> uri("lake"));
    properties.add("history.offline.folder", () -> uri("offline"));
    properties.add("history.offline.settings", () -> folder.resolve("jobs.properties").toString());
  }

  private static String uri(String name) {
    return folder.resolve(name).toUri().toString().replaceAll("/$", "");
  }

  @BeforeEach
  void startTheRest() throws IOException {
    Files.writeString(
        folder.resolve("jobs.properties"),
        "jdbc-url=%s%njdbc-user=%s%njdbc-password=%s%n"
            .formatted(
                database.determineUrl(),
                database.determineUsername(),
                database.determinePassword()));
    second = startSecond();
    operator = ConfigurationCentre.of(environment);
  }

  @AfterEach
  void endTheRest() {
    second.kill();
    operator.close();
    for (String server : List.of("hbase", "flink-jobmanager", "flink-taskmanager")) {
      backends.faults().start(server);
    }
    FlinkCluster flink = FlinkCluster.at(backends.flink());
    flink.find("page-view-ingest").ifPresent(flink::cancel);
  }

  @Test
  void histories_are_what_a_plain_model_says_whatever_fails() throws Exception {
    ModelRounds rounds = new ModelRounds("browse-history-model", COLUMNS);
    try (LakeOfTest lake = LakeOfTest.start(backends, namespace, folder.resolve("lake"))) {
      assertThat(rounds.play((number, seed) -> play(number, seed, lake))).isEmpty();
    }
  }

  private Played play(int round, long seed, LakeOfTest lake) throws Exception {
    Fault fault = Fault.values()[round % Fault.values().length];
    record(fault == Fault.TASK_MANAGER || fault == Fault.JOB_MANAGER);
    RunningHistory service =
        new RunningHistory(
            () -> List.of(port, second.port()), events, topics, redis, namespace, json, () -> lake);
    Play play =
        new Play(
            service,
            Planner.plan(seed, FAMILIES, ROUNDS, true),
            "model-" + System.nanoTime(),
            storefront.newSkus(MOST_SKUS),
            PATIENCE);
    Trouble trouble = new Trouble(fault, new Random(seed));
    List<String> found;
    try {
      trouble.begin(service);
      found = play.play(AT_ONCE);
    } finally {
      trouble.end();
    }
    if (fault != Fault.NONE && trouble.hits == 0) {
      found = new ArrayList<>(found);
      found.add("%s: never, so the round shows nothing".formatted(fault.words));
    }
    return new Played(
        List.of(fault.words, trouble.hits, play.views(), play.comparisons(), service.repeated()),
        found);
  }

  /** Kills and mends, until it has done so often enough or the round is over. */
  private final class Trouble {

    private final Fault fault;
    private final Random random;
    private final AtomicBoolean over = new AtomicBoolean();
    private CompletableFuture<Void> atWork = CompletableFuture.completedFuture(null);
    private int hits;

    Trouble(Fault fault, Random random) {
      this.fault = fault;
      this.random = random;
    }

    void begin(RunningHistory service) {
      switch (fault) {
        case NONE -> {}
        case SERVICE_IN_ERASURE -> {
          runs.forEach(Runs::stop);
          service.disturbed(this::hit, () -> {});
        }
        case SERVICE_IN_PIPELINE -> service.disturbed(() -> {}, this::hit);
        default ->
            atWork =
                CompletableFuture.runAsync(
                    () -> {
                      while (!over.get() && hits < HITS) {
                        awaitMillis(1_000 + random.nextInt(4_000));
                        hit();
                      }
                    });
      }
    }

    void end() {
      over.set(true);
      atWork.join();
      if (fault == Fault.SERVICE_IN_ERASURE) {
        runs.forEach(Runs::start);
      }
    }

    /** One at a time; the families that come meanwhile go on. */
    private synchronized void hit() {
      if (hits >= HITS) {
        return;
      }
      hits++;
      switch (fault) {
        case REDIS -> {
          cluster.failOverAfter(random.nextInt(3), () -> awaitMillis(200 + random.nextInt(1_500)));
          awaitMillis(15_000);
          cluster.mend();
        }
        case HBASE -> killed("hbase");
        case TASK_MANAGER -> killed("flink-taskmanager");
        case JOB_MANAGER -> killed("flink-jobmanager");
        default -> {
          awaitMillis(random.nextInt(150));
          second.kill();
          awaitMillis(random.nextInt(2_000));
          second = startSecond();
        }
      }
    }

    private void killed(String server) {
      backends.faults().kill(server);
      awaitMillis(random.nextInt(4_000));
      backends.faults().start(server);
    }

    private void awaitMillis(int millis) {
      CompletableFuture.runAsync(
              () -> {}, CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS))
          .join();
    }
  }

  private ServiceProcess startSecond() {
    Map<String, String> settings = new HashMap<>();
    for (String name :
        List.of("flink", "jar", "lake", "folder", "settings", "scheduled", "lake-ready-after")) {
      settings.put(
          "history.offline." + name, environment.getRequiredProperty("history.offline." + name));
    }
    settings.put("storefront.hbase.zookeeper", backends.zookeeper());
    settings.put("history.archive.regions", "2");
    settings.put("history.rebuild.mark-every", "500ms");
    settings.put("history.rebuild.margin", "1s");
    try {
      return ServiceProcess.start(Class.forName(APPLICATION), environment, settings);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Who records page views: a Flink job, or the service. */
  private void record(boolean byFlink) throws Exception {
    FlinkCluster flink = FlinkCluster.at(backends.flink());
    if (byFlink && flink.find("page-view-ingest").isEmpty()) {
      flink.run(ingest(), null);
    }
    String engine = byFlink ? "flink" : "embedded";
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .untilAsserted(() -> operator.set("recording-engine", engine));
  }

  private FlinkJob ingest() {
    return new FlinkJob(
        "page-view-ingest",
        ProjectRoot.find().resolve(LakeOfTest.JAR),
        "dev.storefront.history.ingest.PageViewIngest",
        List.of(
            "--bootstrap-servers", backends.kafkaBootstrapServers(),
            "--redis", cluster.nodes(),
            "--namespace", namespace.name(),
            "--checkpoint-millis", "1000"),
        2);
  }
}
