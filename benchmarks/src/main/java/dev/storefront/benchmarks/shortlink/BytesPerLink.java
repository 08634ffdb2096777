package dev.storefront.benchmarks.shortlink;

import dev.storefront.benchmarks.report.Report;
import dev.storefront.benchmarks.stack.RedisOfStack;
import dev.storefront.benchmarks.stack.ServiceUnderTest;
import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.stack.SuiteService;
import dev.storefront.localstack.suite.Identity;
import dev.storefront.shortlink.sdk.ShortLink;
import dev.storefront.shortlink.sdk.ShortLinkClient;
import dev.storefront.shortlink.sdk.ShortLinkOptions;
import io.lettuce.core.SetArgs;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * What a live link costs in Redis ({@code used_memory} of all nodes, keys, times to live and
 * markers included): as the service writes it, and in the layout of before.
 */
public final class BytesPerLink {

  private static final int LINKS = 50_000;
  private static final int SEGMENT = 1_000;
  private static final int NEIGHBOURS = 16;
  private static final String OWNER = "order-app";
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final long IDLE_MILLIS = Duration.ofDays(90).toMillis();

  private final Report report;
  private final ServiceUnderTest service;
  private final RedisOfStack redis;

  private BytesPerLink(Report report, ServiceUnderTest service, RedisOfStack redis) {
    this.report = report;
    this.service = service;
    this.redis = redis;
  }

  /** Measures and reports. */
  public static void run(Home stack, Report report) {
    try (ServiceUnderTest service = ServiceUnderTest.start(stack, SuiteService.SHORTLINK);
        RedisOfStack redis = new RedisOfStack(service.room().ports())) {
      new BytesPerLink(report, service, redis).run();
    }
  }

  private void run() {
    report.line(
        "Bytes of Redis for a live link of tier 6, %d neighbours, targets as %s (%d characters),"
                .formatted(LINKS, target(1), target(1).length())
            + " owner %s; all keys begin with %s, which is shorter in production."
                .formatted(OWNER, service.room().key("")));
    report.line("");
    report.head("layout", "bytes a live link");
    long before = settledMemory();
    List<ShortLink> links = make();
    report(
        "**a key for %d neighbours, all of them live: as it is**".formatted(NEIGHBOURS),
        before,
        LINKS);
    measure(
        "the same, one of %d live".formatted(NEIGHBOURS),
        links.stream().filter(link -> offset(link) % NEIGHBOURS == 0).toList(),
        this::bucketOfItsOwn);
    measure("a key each, as it was before", links, this::keyOfItsOwn);
  }

  private List<ShortLink> make() {
    String token = service.token(Identity.service(OWNER));
    ShortLinkOptions options =
        ShortLinkOptions.of(URI.create("http://127.0.0.1:" + service.port()), () -> token)
            .withLeaseSize(10_000)
            .withBlockingQueue(PATIENCE);
    try (ShortLinkClient client = new ShortLinkClient(options)) {
      List<CompletableFuture<ShortLink>> made =
          IntStream.range(0, LINKS).mapToObj(n -> client.shorten(target(n))).toList();
      return made.stream()
          .map(CompletableFuture::join)
          .sorted(Comparator.comparingLong(ShortLink::id))
          .toList();
    }
  }

  /** As long as a target with some tracking is. */
  private static String target(long number) {
    return "https://shop.example/p/%077d".formatted(number);
  }

  private void measure(
      String layout, List<ShortLink> links, Function<ShortLink, CompletionStage<?>> write) {
    redis.delete(service.room().key("shortlink:"));
    long before = settledMemory();
    List<CompletionStage<?>> writes = new ArrayList<>();
    links.forEach(link -> writes.add(write.apply(link)));
    writes.forEach(each -> each.toCompletableFuture().join());
    report(layout, before, links.size());
  }

  private CompletionStage<?> bucketOfItsOwn(ShortLink link) {
    long now = System.currentTimeMillis();
    String key = key(link, "b" + offset(link) / NEIGHBOURS);
    String value = "%d|1|%d|0|L||%s|%s".formatted(now + IDLE_MILLIS, now, OWNER, target(link.id()));
    var commands = redis.nodeOf(key).getStatefulConnection().async();
    return commands
        .hset(
            RedisOfStack.bytes(key),
            RedisOfStack.bytes(Integer.toString(offset(link) % NEIGHBOURS)),
            RedisOfStack.bytes(value))
        .thenCompose(done -> commands.pexpire(RedisOfStack.bytes(key), IDLE_MILLIS));
  }

  private CompletionStage<?> keyOfItsOwn(ShortLink link) {
    long now = System.currentTimeMillis();
    String key = key(link, link.code());
    String value = "1|%d|0|L|%d|%s|%s".formatted(now, now, OWNER, target(link.id()));
    return redis
        .nodeOf(key)
        .getStatefulConnection()
        .async()
        .set(RedisOfStack.bytes(key), RedisOfStack.bytes(value), SetArgs.Builder.px(IDLE_MILLIS));
  }

  private String key(ShortLink link, String name) {
    return service.room().key("shortlink:{6:%d}:%s".formatted((link.id() - 1) / SEGMENT, name));
  }

  /** Within its segment. */
  private static int offset(ShortLink link) {
    return (int) ((link.id() - 1) % SEGMENT);
  }

  private void report(String layout, long before, int links) {
    report.row(layout, "%.0f".formatted((settledMemory() - before) / (double) links));
  }

  private long settledMemory() {
    return redis.settledMemory(LINKS / 10);
  }
}
