package dev.storefront.benchmarks.flashsale;

import dev.storefront.benchmarks.report.Report;
import dev.storefront.benchmarks.stack.RedisBenchmark;
import dev.storefront.benchmarks.stack.RedisOfStack;
import dev.storefront.benchmarks.stack.Room;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.stack.SuiteService;
import dev.storefront.lua.LuaScript;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * How many calls of {@code reserveUnits} the services' way to Redis makes in a second, beside
 * redis-benchmark with the same calls on the same node: one connection each, as many calls at once,
 * the next ones after all of their replies. The two take turns, each time from an empty promotion.
 */
public final class ReserveRate {

  private static final int[] DEPTHS = {16, 64, 256};
  private static final int ROUNDS = 5;
  private static final int CALLS = 64_000;
  private static final int WARM_UP_CALLS = 200_000;
  private static final double LEAST_RESERVED = 0.99;
  private static final int UNITS = 1_000_000_000;
  private static final LuaScript OPEN = LuaScript.load("flashsale/openPromotion");

  private final Report report;
  private final RedisOfStack redis;
  private final ScriptRunner scripts;
  private final ReserveCall call;
  private final RedisCommands<byte[], byte[]> node;
  private final RedisBenchmark tool;

  private ReserveRate(Report report, Room room, RedisOfStack redis, ScriptRunner scripts) {
    this.report = report;
    this.redis = redis;
    this.scripts = scripts;
    this.call = new ReserveCall(Sale.record(room, 1), System.currentTimeMillis());
    this.node = redis.nodeOf(call.record());
    this.tool = new RedisBenchmark(redis.portOf(call.record()));
  }

  /** Measures and reports. */
  public static void run(Home stack, Report report) {
    Room room = Room.of(SuiteService.FLASH_SALE, stack);
    try (RedisOfStack redis = new RedisOfStack(room.ports());
        RedisLayer layer = new RedisLayer(room)) {
      new ReserveRate(report, room, redis, layer.scripts()).run();
    }
  }

  private void run() {
    report.line(
        "Calls of reserveUnits a second, medians of %d rounds of %d calls; one connection."
            .formatted(ROUNDS, CALLS));
    report.line("");
    report.head(
        "calls at once", "redis-benchmark", "ScriptRunner", "share", "shares of the rounds");
    node.scriptLoad(RedisOfStack.bytes(ReserveCall.SCRIPT.body()));
    fresh();
    ours(WARM_UP_CALLS, DEPTHS[DEPTHS.length - 1]);
    for (int depth : DEPTHS) {
      measure(depth);
    }
    redis.delete(node, call.record());
  }

  private void measure(int depth) {
    double[] theirs = new double[ROUNDS];
    double[] ours = new double[ROUNDS];
    double[] shares = new double[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      fresh();
      theirs[round] = tool.run(CALLS, depth, ReserveCall.NUMBERS, call.command());
      requireReserved();
      fresh();
      ours[round] = ours(CALLS, depth);
      requireReserved();
      shares[round] = 100 * ours[round] / theirs[round];
    }
    report.row(
        depth,
        "%.0f".formatted(median(theirs)),
        "%.0f".formatted(median(ours)),
        "**%.0f %%**".formatted(median(shares)),
        "%.0f to %.0f %%"
            .formatted(
                Arrays.stream(shares).min().orElseThrow(),
                Arrays.stream(shares).max().orElseThrow()));
  }

  private double ours(int calls, int depth) {
    CompletableFuture<?>[] replies = new CompletableFuture<?>[depth];
    long start = System.nanoTime();
    for (int made = 0; made < calls; made += depth) {
      for (int i = 0; i < depth; i++) {
        replies[i] = scripts.list(call.drawn());
      }
      ScriptRunner.await(CompletableFuture.allOf(replies));
    }
    return calls / ((System.nanoTime() - start) / 1e9);
  }

  /** Opens the promotion anew. */
  private void fresh() {
    redis.delete(node, call.record());
    long day = Duration.ofDays(1).toMillis();
    Object[] terms =
        Stream.of(
                List.of(call.now() + 2 * day, "o", UNITS, "b", UNITS, "c", 0, "windowStart", 0),
                List.of("rateMax", UNITS, "rateWindow", day, "limitPer", "PIN", "limitMax", UNITS),
                List.of("startsAt", call.now() - day, "endsAt", call.now() + day, "stopped", 0),
                List.of("paymentTimeout", day))
            .flatMap(List::stream)
            .toArray();
    ScriptRunner.await(scripts.integer(ScriptCall.of(OPEN, List.of(call.record()), terms)));
  }

  /** Whoever is refused is answered sooner. */
  private void requireReserved() {
    byte[] left = node.hget(RedisOfStack.bytes(call.record()), RedisOfStack.bytes("b"));
    int reserved =
        UNITS - Integer.parseInt(new String(left, java.nio.charset.StandardCharsets.UTF_8));
    if (reserved < LEAST_RESERVED * CALLS) {
      throw new IllegalStateException("Only " + reserved + " units were reserved");
    }
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
