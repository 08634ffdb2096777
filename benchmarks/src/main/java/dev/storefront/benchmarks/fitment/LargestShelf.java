package dev.storefront.benchmarks.fitment;

import dev.storefront.benchmarks.report.Report;
import dev.storefront.benchmarks.stack.RedisOfStack;
import dev.storefront.fitment.placement.EncodedShelf;
import dev.storefront.fitment.placement.Group;
import dev.storefront.fitment.placement.ShelfContents;
import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.PortAssignment;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import org.roaringbitmap.RoaringBitmap;

/**
 * How long it takes to write all of the largest shelf there can be, and how much of that Redis. It
 * goes in calls of 512 KB; the service gives each of them a second.
 */
public final class LargestShelf {

  private static final int SKUS = 496;
  private static final int[] FITS_PER_SKU = {10_000, 100_000, 150_000, Fits.VEHICLES};
  private static final int WRITES = 5;
  private static final int PLACE_SECONDS = 60;
  private static final long SEED = 20_261_121;

  private final Report report;
  private final RedisCommands<byte[], byte[]> node;
  private final RedisOfStack redis;
  private final FitmentContext service;

  private LargestShelf(Report report, RedisOfStack redis, FitmentContext service) {
    this.report = report;
    this.redis = redis;
    this.service = service;
    this.node = redis.nodeOf("{SELF:1}");
  }

  /** Measures and reports. */
  public static void run(Home stack, Report report) {
    PortAssignment ports = PortAssignment.of(stack, System.getenv());
    try (RedisOfStack redis = new RedisOfStack(ports);
        FitmentContext service = new FitmentContext(ports)) {
      new LargestShelf(report, redis, service).run();
    }
  }

  private void run() {
    report.line("A shelf of 496 SKUs, 300,000 vehicles, random fits; %d writes.".formatted(WRITES));
    report.line("");
    report.head("fits per SKU", "MB", "encoding ms", "ms of Redis", "whole write ms", "longest ms");
    for (int fits : FITS_PER_SKU) {
      measure(fits);
    }
  }

  private void measure(int fits) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(SEED + fits);
    List<RoaringBitmap> skus = IntStream.range(0, SKUS).mapToObj(i -> some(fits, random)).toList();
    ShelfContents contents = Layouts.contents(Group.self(1), skus);
    long began = System.nanoTime();
    EncodedShelf shelf = contents.encoded();
    double encoding = millisSince(began);
    double all = 0;
    double longest = 0;
    place(shelf);
    long scriptMicros = RedisOfStack.scriptMicros(node);
    for (int i = 0; i < WRITES; i++) {
      double took = place(shelf);
      all += took;
      longest = Math.max(longest, took);
    }
    scriptMicros = RedisOfStack.scriptMicros(node) - scriptMicros;
    redis.delete(node, FitmentContext.KEYS + "fitment:");
    report.row(
        fits,
        "%.1f".formatted(shelf.bytes() / 1e6),
        "%.0f".formatted(encoding),
        "%.1f".formatted(scriptMicros / 1e3 / WRITES),
        "%.0f".formatted(all / WRITES),
        "%.0f".formatted(longest));
  }

  private static RoaringBitmap some(int fits, RandomGenerator random) {
    return fits == Fits.VEHICLES
        ? RoaringBitmap.bitmapOfRange(1, Fits.VEHICLES + 1L)
        : Fits.RANDOM.of(fits, random);
  }

  private double place(EncodedShelf shelf) {
    long began = System.nanoTime();
    service.placed().place(shelf).orTimeout(PLACE_SECONDS, TimeUnit.SECONDS).join();
    return millisSince(began);
  }

  private static double millisSince(long began) {
    return (System.nanoTime() - began) / 1e6;
  }
}
