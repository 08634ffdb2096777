package dev.storefront.benchmarks.fitment;

import dev.storefront.benchmarks.report.Report;
import dev.storefront.benchmarks.stack.RedisOfStack;
import dev.storefront.fitment.bitmap.BitPosition;
import dev.storefront.fitment.placement.Group;
import dev.storefront.fitment.placement.PlacedFit;
import dev.storefront.fitment.placement.PlacedFitments;
import dev.storefront.fitment.placement.Shelf;
import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.PortAssignment;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.roaringbitmap.RoaringBitmap;

/**
 * What one check of five vehicles and 200 SKUs of a group costs Redis, by its own count: the
 * service's way, and the article's (a GETBIT for each of the 1,000 pairs in one script). The two
 * take turns, and each answer is compared with the other.
 */
public final class CheckCost {

  private static final int VEHICLES = 5;
  private static final int SKUS = 200;
  private static final int ROUNDS = 10;
  private static final int CALLS_OF_A_ROUND = 100;
  private static final int[] FITS_PER_SKU = {200, 1_000, 5_000, 20_000, 100_000};
  private static final long SEED = 20_261_121;
  private static final String PREFIX = FitmentContext.KEYS + "article:{SELF:1}:";

  private final Report report;
  private final RedisOfStack redis;
  private final PlacedFitments placed;

  private CheckCost(Report report, RedisOfStack redis, PlacedFitments placed) {
    this.report = report;
    this.redis = redis;
    this.placed = placed;
  }

  /** Measures and reports. */
  public static void run(Home stack, Report report) {
    PortAssignment ports = PortAssignment.of(stack, System.getenv());
    try (RedisOfStack redis = new RedisOfStack(ports);
        FitmentContext service = new FitmentContext(ports)) {
      new CheckCost(report, redis, service.placed()).run();
    }
  }

  private void run() {
    report.line("Microseconds of Redis for a check of 5 vehicles x 200 SKUs.");
    report.line("");
    report.head("fits per SKU", "shape", "1,000 GETBIT in Lua", "shelves", "share");
    for (int fits : FITS_PER_SKU) {
      for (Fits shape : Fits.values()) {
        measure(fits, shape);
      }
    }
  }

  /** Leaves the service's heartbeat: without it Redis would count as fallen back. */
  private void clear(RedisCommands<byte[], byte[]> node) {
    redis.delete(node, FitmentContext.KEYS + "fitment:");
    redis.delete(node, PREFIX);
  }

  private void measure(int fits, Fits shape) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(SEED + fits);
    List<RoaringBitmap> skus =
        IntStream.range(0, SKUS).mapToObj(i -> shape.of(fits, random)).toList();
    RedisCommands<byte[], byte[]> node = redis.nodeOf(PREFIX);
    clear(node);
    Layouts.shelf(placed, Group.self(1), skus);
    Layouts.articleAtOnce(node, PREFIX, skus);
    String digest = node.scriptLoad(articleScript());
    double article = 0;
    double shelves = 0;
    for (int round = 0; round < ROUNDS; round++) {
      List<int[]> questions =
          IntStream.range(0, CALLS_OF_A_ROUND)
              .mapToObj(i -> random.ints(VEHICLES, 1, Fits.VEHICLES + 1).toArray())
              .toList();
      long start = RedisOfStack.scriptMicros(node);
      List<String> theirs = questions.stream().map(q -> article(node, digest, q)).toList();
      long middle = RedisOfStack.scriptMicros(node);
      List<String> ours = questions.stream().map(this::shelves).toList();
      long end = RedisOfStack.scriptMicros(node);
      if (!theirs.equals(ours)) {
        throw new IllegalStateException("The two ways do not agree");
      }
      article += middle - start;
      shelves += end - middle;
    }
    clear(node);
    int calls = ROUNDS * CALLS_OF_A_ROUND;
    report.row(
        fits,
        shape,
        "%.0f".formatted(article / calls),
        "%.0f".formatted(shelves / calls),
        "%.1f %%".formatted(100 * shelves / article));
  }

  private String shelves(int[] offsets) {
    List<Long> skuIds =
        LongStream.range(Layouts.FIRST_SKU, Layouts.FIRST_SKU + SKUS).boxed().toList();
    Map<Long, PlacedFit> fits = placed.check(Map.of(new Shelf(Group.self(1), 0), skuIds), offsets);
    StringBuilder answers = new StringBuilder();
    for (long skuId : skuIds) {
      for (boolean fit : Objects.requireNonNull(fits.get(skuId)).fits()) {
        answers.append(fit ? '1' : '0');
      }
    }
    return answers.toString();
  }

  private static String article(RedisCommands<byte[], byte[]> node, String digest, int[] offsets) {
    List<Integer> segments =
        Arrays.stream(offsets).map(o -> BitPosition.of(o).segment()).distinct().boxed().toList();
    List<byte[]> keys = new ArrayList<>();
    for (int i = 0; i < SKUS; i++) {
      for (int segment : segments) {
        keys.add(RedisOfStack.bytes(PREFIX + (Layouts.FIRST_SKU + i) + ":" + segment));
      }
    }
    List<byte[]> args = new ArrayList<>();
    args.add(RedisOfStack.bytes(Integer.toString(segments.size())));
    for (int offset : offsets) {
      BitPosition position = BitPosition.of(offset);
      int column = segments.indexOf(position.segment()) + 1;
      args.add(RedisOfStack.bytes(Integer.toString(column)));
      args.add(RedisOfStack.bytes(Integer.toString(position.bit())));
    }
    byte[] reply =
        node.evalsha(
            digest,
            ScriptOutputType.VALUE,
            keys.toArray(byte[][]::new),
            args.toArray(byte[][]::new));
    return new String(reply, java.nio.charset.StandardCharsets.US_ASCII);
  }

  private static byte[] articleScript() {
    try (InputStream script = CheckCost.class.getResourceAsStream("/lua/articleCheck.lua")) {
      return Objects.requireNonNull(script).readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
