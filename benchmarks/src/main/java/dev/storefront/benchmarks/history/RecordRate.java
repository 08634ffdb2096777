package dev.storefront.benchmarks.history;

import dev.storefront.benchmarks.report.Report;
import dev.storefront.benchmarks.stack.RedisBenchmark;
import dev.storefront.benchmarks.stack.RedisOfStack;
import dev.storefront.benchmarks.stack.Room;
import dev.storefront.benchmarks.stack.ServiceUnderTest;
import dev.storefront.localstack.flink.FlinkCluster;
import dev.storefront.localstack.flink.FlinkJob;
import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.server.ProjectRoot;
import dev.storefront.localstack.stack.SuiteService;
import dev.storefront.lua.LuaScript;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * How many page views a second either engine takes from a full topic into Redis, beside
 * redis-benchmark with calls of the same script, one view each. Flink only where the stack has it.
 */
public final class RecordRate {

  private static final int VIEWS = 1_500_000;
  private static final int USERS = 30_000;
  private static final int CALLS = 100_000;
  private static final int DEPTH = 64;
  private static final int VIEWS_A_MILLI = 100;
  private static final int TASKS = 2;
  private static final Duration LONGEST = Duration.ofMinutes(5);
  private static final String FLINK_JAR =
      "browse-history-service/jobs/target/browse-history-jobs.jar";
  private static final String DRAWN = "__rand_int__";
  private static final LuaScript SCRIPT = LuaScript.load("history/recordViews");

  private final Report report;
  private final Room room;
  private final RedisOfStack redis;

  private RecordRate(Report report, Room room, RedisOfStack redis) {
    this.report = report;
    this.room = room;
    this.redis = redis;
  }

  /** Measures and reports. */
  public static void run(Home stack, Report report) {
    Room room = Room.of(SuiteService.BROWSE_HISTORY, stack);
    room.setSwitch("recording-engine", "flink"); // nobody records until it is said
    try (ServiceUnderTest service = ServiceUnderTest.start(stack, SuiteService.BROWSE_HISTORY);
        RedisOfStack redis = new RedisOfStack(room.ports())) {
      new RecordRate(report, service.room(), redis).run();
    } finally {
      room.setSwitch("recording-engine", "embedded");
    }
  }

  private void run() {
    report.line(
        "%d views of %d users in the topic; from 10 to 90 %% of them, by committed offsets. redis-benchmark: %d calls, %d at once, one connection, a view each."
            .formatted(VIEWS, USERS, CALLS, DEPTH));
    report.line("");
    report.head("who", "views/s", "of redis-benchmark");
    double tool = tool();
    report.row("redis-benchmark", "%.0f".formatted(tool), "100 %");
    FlinkCluster flink = FlinkCluster.at("http://" + room.ports().address(Port.FLINK));
    try (Admin admin =
        Admin.create(
            Map.<String, Object>of("bootstrap.servers", room.ports().address(Port.KAFKA)))) {
      row("service, the first time", embedded(admin), tool);
      row("**service**", embedded(admin), tool);
      if (isThere(flink)) {
        row("Flink job, the first time", flink(admin, flink), tool);
        row("**Flink job**", flink(admin, flink), tool);
      }
    }
  }

  private void row(String who, double rate, double tool) {
    report.row(who, "%.0f".formatted(rate), "%.0f %%".formatted(100 * rate / tool));
  }

  /** All users in one slot: the tool knows one node. */
  private double tool() {
    String user = Views.key(room, "bench", DRAWN);
    redis.nodeOf(user).scriptLoad(RedisOfStack.bytes(SCRIPT.body()));
    List<String> command = new ArrayList<>(List.of("EVALSHA", SCRIPT.sha1(), "5"));
    for (String name : List.of("recent", "deleted", "cleared", "count", "paused")) {
      command.add(user + ":" + name);
    }
    // 14 bytes: of 12 drawn digits the first six are the time.
    command.addAll(List.of("290", "345600000", DRAWN + "ab"));
    return new RedisBenchmark(redis.portOf(user)).run(CALLS, DEPTH, USERS, command);
  }

  private double embedded(Admin admin) {
    long from = fill(admin);
    room.setSwitch("recording-engine", "embedded");
    double rate = rate(admin, from);
    room.setSwitch("recording-engine", "flink");
    return rate;
  }

  private double flink(Admin admin, FlinkCluster flink) {
    long from = fill(admin);
    String id = flink.run(job(), null);
    try {
      return rate(admin, from);
    } finally {
      flink.cancel(id);
    }
  }

  private FlinkJob job() {
    return new FlinkJob(
        "page-view-ingest-bench",
        ProjectRoot.find().resolve(FLINK_JAR),
        "dev.storefront.history.ingest.PageViewIngest",
        List.of(
            "--bootstrap-servers", room.ports().address(Port.KAFKA),
            "--redis", room.redisNodes(),
            "--namespace", room.namespace().name(),
            "--checkpoint-millis", "500"),
        TASKS);
  }

  private static boolean isThere(FlinkCluster flink) {
    try {
      flink.find("any");
      return true;
    } catch (UncheckedIOException none) {
      return false;
    }
  }

  /**
   * Fills the topic while nobody records.
   *
   * @return how many views were taken before these
   */
  private long fill(Admin admin) {
    ServiceUnderTest.await("the service to end its consumer", LONGEST, () -> isLeft(admin));
    produce();
    return taken(admin);
  }

  /** True without a consumer of the service; a Flink job is no member of the group. */
  private boolean isLeft(Admin admin) {
    try {
      return admin.describeConsumerGroups(List.of(group())).all().get().values().stream()
          .allMatch(group -> group.groupState() == GroupState.EMPTY);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof GroupIdNotFoundException) {
        return true;
      }
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private String group() {
    return room.namespace().group("browse-history");
  }

  /** Later than all views of before, and each user's in order, as most views come. */
  private void produce() {
    Map<String, Object> settings =
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            room.ports().address(Port.KAFKA),
            ProducerConfig.LINGER_MS_CONFIG,
            20);
    long now = System.currentTimeMillis();
    ThreadLocalRandom random = ThreadLocalRandom.current();
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
      for (int i = 0; i < VIEWS; i++) {
        String user = "bench-" + random.nextInt(USERS);
        producer.send(
            new ProducerRecord<>(
                room.namespace().topic("page-views"),
                user,
                "{\"eventId\":\"%s\",\"userId\":\"%s\",\"skuId\":%d,\"viewedAt\":%d}"
                    .formatted(
                        new UUID(now, i),
                        user,
                        Views.FIRST_SKU + random.nextInt(Views.SKUS),
                        now - (VIEWS - i) / VIEWS_A_MILLI)));
      }
    }
  }

  /**
   * How many views a second are taken of those that lie in the topic.
   *
   * @param from how many were taken before them
   */
  private double rate(Admin admin, long from) {
    long[] begin = new long[2];
    ServiceUnderTest.await(
        "10 % of the views", LONGEST, () -> reaches(admin, from + VIEWS / 10, begin));
    long[] end = new long[2];
    ServiceUnderTest.await(
        "90 % of the views", LONGEST, () -> reaches(admin, from + VIEWS / 10 * 9, end));
    ServiceUnderTest.await("all views", LONGEST, () -> reaches(admin, from + VIEWS, new long[2]));
    return (end[0] - begin[0]) / ((end[1] - begin[1]) / 1e9);
  }

  /** Keeps how many were taken, and when. */
  private boolean reaches(Admin admin, long wanted, long[] seen) {
    seen[0] = taken(admin);
    seen[1] = System.nanoTime();
    return seen[0] >= wanted;
  }

  private long taken(Admin admin) {
    try {
      return admin
          .listConsumerGroupOffsets(group())
          .partitionsToOffsetAndMetadata()
          .get()
          .values()
          .stream()
          .mapToLong(OffsetAndMetadata::offset)
          .sum();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
