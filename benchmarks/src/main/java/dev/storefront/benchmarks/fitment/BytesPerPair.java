package dev.storefront.benchmarks.fitment;

import dev.storefront.benchmarks.report.Report;
import dev.storefront.benchmarks.stack.RedisOfStack;
import dev.storefront.fitment.placement.Group;
import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.PortAssignment;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import org.roaringbitmap.RoaringBitmap;

/**
 * What a SKU-vehicle pair costs in Redis ({@code used_memory}, keys included) in the service's
 * layout, in a Redis set for each SKU and in the article's bitmaps; beside them the serialised size
 * of a RoaringBitmap for each SKU, without any key.
 */
public final class BytesPerPair {

  private static final int[] FITS_PER_SKU = {50, 200, 1_000, 5_000, 20_000, 100_000};
  private static final int SKUS_OF_A_GROUP = 200;

  /** So many pairs are enough to forget what a connection's buffers do to used_memory. */
  private static final int PAIRS = 400_000;

  /** The baselines take minutes to write: where SKUs fit much, some of them are enough. */
  private static final int PAIRS_OF_BASELINES = 800_000;

  private static final long SEED = 20_261_121;

  /** Not all of the service's keys: without its heartbeat Redis would count as fallen back. */
  private static final String SHELVES = FitmentContext.KEYS + "fitment:";

  private final Report report;
  private final RedisOfStack redis;
  private final FitmentContext service;

  private BytesPerPair(Report report, RedisOfStack redis, FitmentContext service) {
    this.report = report;
    this.redis = redis;
    this.service = service;
  }

  /** Measures and reports. */
  public static void run(Home stack, Report report) {
    PortAssignment ports = PortAssignment.of(stack, System.getenv());
    try (RedisOfStack redis = new RedisOfStack(ports);
        FitmentContext service = new FitmentContext(ports)) {
      new BytesPerPair(report, redis, service).run();
    }
  }

  private void run() {
    report.line("Bytes per pair, 300,000 vehicles, groups of 200 SKUs: random / runs of 12.");
    report.line("");
    report.head(
        "fits per SKU",
        "SKUs of the next two",
        "Redis SET",
        "the article's layout",
        "RoaringBitmap, no keys",
        "shelves");
    for (int fits : FITS_PER_SKU) {
      double[] random = measure(fits, Fits.RANDOM);
      double[] runs = measure(fits, Fits.RUNS_OF_12);
      List<Object> cells = new ArrayList<>(List.of(fits, skusOfBaselines(fits)));
      for (int i = 0; i < random.length; i++) {
        cells.add("%.2f / %.2f".formatted(random[i], runs[i]));
      }
      report.row(cells.toArray());
    }
  }

  private double[] measure(int fits, Fits shape) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(SEED + fits);
    List<RoaringBitmap> group =
        IntStream.range(0, SKUS_OF_A_GROUP).mapToObj(i -> shape.of(fits, random)).toList();
    List<RoaringBitmap> some = group.subList(0, skusOfBaselines(fits));
    return new double[] {
      inRedis(some, fits, (node, prefix, n) -> Layouts.set(node, prefix, some)),
      inRedis(some, fits, (node, prefix, n) -> Layouts.article(node, prefix, some)),
      roaring(group) / (double) (SKUS_OF_A_GROUP * fits),
      inRedis(
          group, fits, (node, prefix, n) -> Layouts.shelf(service.placed(), Group.self(n), group)),
    };
  }

  private static int skusOfBaselines(int fits) {
    return Math.min(PAIRS_OF_BASELINES / fits, SKUS_OF_A_GROUP);
  }

  /** Writes as many copies of the group as it takes, all on one node. */
  private double inRedis(List<RoaringBitmap> skus, int fits, Writing writing) {
    int copies = Math.max(1, PAIRS / (skus.size() * fits));
    String wanted = redis.nodeOf(key(1)).clusterMyId();
    RedisCommands<byte[], byte[]> node = redis.nodeOf(key(1));
    redis.delete(node, SHELVES);
    long before = RedisOfStack.usedMemory(node);
    int written = 0;
    for (long n = 1; written < copies; n++) {
      if (redis.nodeOf(key(n)).clusterMyId().equals(wanted)) {
        writing.write(node, key(n), n);
        written++;
      }
    }
    long bytes = RedisOfStack.usedMemory(node) - before;
    redis.delete(node, SHELVES);
    return bytes / (double) copies / ((double) skus.size() * fits);
  }

  private static String key(long group) {
    return SHELVES + "{SELF:" + group + "}:";
  }

  private static long roaring(List<RoaringBitmap> skus) {
    long bytes = 0;
    for (RoaringBitmap sku : skus) {
      RoaringBitmap best = sku.clone();
      best.runOptimize();
      bytes += best.serializedSizeInBytes();
    }
    return bytes;
  }

  @FunctionalInterface
  private interface Writing {
    void write(RedisCommands<byte[], byte[]> node, String prefix, long group);
  }
}
