package dev.storefront.benchmarks.history;

import dev.storefront.benchmarks.load.BesideEmpty;
import dev.storefront.benchmarks.load.Caller;
import dev.storefront.benchmarks.load.HttpCaller;
import dev.storefront.benchmarks.report.Report;
import dev.storefront.benchmarks.stack.RedisOfStack;
import dev.storefront.benchmarks.stack.ServiceUnderTest;
import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.stack.SuiteService;
import dev.storefront.localstack.suite.Identity;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Lists of users whose views are hot, and of users of whom nearly all views are in the copy of
 * their cold row, beside an endpoint of the same service that does nothing; and the bytes that
 * Redis has for each of them.
 */
public final class ListsOverHttp {

  private static final int USERS = 500;
  private static final int SHOWN = 200;
  private static final int FEW = 20;
  private static final int DAYS_AGO = 10 * 24 * 60;
  private static final int OK = 200;

  private final Report report;
  private final ServiceUnderTest service;
  private final RedisOfStack redis;
  private final long now = System.currentTimeMillis();

  private ListsOverHttp(Report report, ServiceUnderTest service, RedisOfStack redis) {
    this.report = report;
    this.service = service;
    this.redis = redis;
  }

  /** Measures and reports. */
  public static void run(Home stack, Report report) {
    try (ServiceUnderTest service = ServiceUnderTest.start(stack, SuiteService.BROWSE_HISTORY);
        RedisOfStack redis = new RedisOfStack(service.room().ports())) {
      new ListsOverHttp(report, service, redis).run();
    }
  }

  private void run() {
    for (String dimension : List.of("method", "caller", "user")) {
      service.room().setSwitch("rate-limit-" + dimension, "1000000");
    }
    addProducts();
    long before = redis.usedMemory();
    List<String> hot = users("hot", SHOWN, 0);
    long withHot = redis.usedMemory();
    List<String> cold = users("cold", FEW, SHOWN - FEW);
    long withCold = redis.usedMemory();
    report.line(
        "%d users of a kind with %d views each; cold: all but %d of them are in the copy."
            .formatted(USERS, SHOWN, FEW));
    BesideEmpty table = new BesideEmpty(report, service.port(), 16);
    table.row("**list of 20, hot**", lists(hot, "?limit=20"));
    table.row("**list of 20, cold**", lists(cold, "?limit=20"));
    table.row("list of 200, hot", lists(hot, "?limit=200"));
    table.row("list of 200, cold", lists(cold, "?limit=200"));
    table.row("count, hot", lists(hot, "/count"));
    table.emptyAgain();
    report.line("");
    report.line(
        "Redis has %d bytes for a hot user with %d views, and %d for one with %d views and a copy of %d."
            .formatted(
                (withHot - before) / USERS, SHOWN, (withCold - withHot) / USERS, FEW, SHOWN - FEW));
  }

  private void addProducts() {
    String rows =
        IntStream.range(0, Views.SKUS)
            .mapToObj(
                i ->
                    "(%d,'POP',%d,'product %d','https://img.example.com/%d.jpg',1,FALSE,0,-1)"
                        .formatted(Views.FIRST_SKU + i, 10_000_000 + i, i, i))
            .collect(Collectors.joining(","));
    service
        .room()
        .execute(
            "INSERT INTO product"
                + " (sku_id,kind,spu_id,name,image_url,version,deleted,position,tombstone) VALUES "
                + rows);
  }

  /** The requests of so many users, who have so many views in Redis. */
  private List<String> users(String kind, int hot, int cold) {
    List<String> tokens = new ArrayList<>();
    for (int number = 0; number < USERS; number++) {
      String user = "bench-" + kind + "-" + number;
      set(user, "recent", Views.packed(hot, number, now, 0));
      if (cold > 0) {
        set(user, "cold", Views.copy(Views.packed(cold, number + hot, now, DAYS_AGO)));
      }
      tokens.add(service.token(Identity.user(user)));
    }
    return tokens;
  }

  private void set(String user, String name, byte[] value) {
    String key = Views.key(service.room(), user, name);
    redis.nodeOf(key).set(key.getBytes(StandardCharsets.UTF_8), value);
  }

  private Caller.Opening lists(List<String> tokens, String query) {
    List<byte[]> requests =
        tokens.stream().map(token -> HttpCaller.get("/api/v1/history" + query, token)).toList();
    return () ->
        new HttpCaller(
            service.port(),
            () -> requests.get(ThreadLocalRandom.current().nextInt(requests.size())),
            OK);
  }
}
