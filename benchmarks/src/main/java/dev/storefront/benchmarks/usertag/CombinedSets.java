package dev.storefront.benchmarks.usertag;

import dev.storefront.benchmarks.load.Span;
import dev.storefront.benchmarks.report.Report;
import dev.storefront.benchmarks.stack.RedisOfStack;
import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.PortAssignment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * How long it takes to combine sets of 100 million users, on one thread: as the service does once
 * they are cached, as other layouts do, and as Redis does by BITOP. All take turns, and each result
 * is compared with the others by its count.
 */
public final class CombinedSets {

  private static final int USERS = 100_000_000;
  private static final int SETS = 5;
  private static final int ROUNDS = 21;
  private static final int WARM_UP_SECONDS = 2;
  private static final int RUN = 1_000;
  private static final long SEED = 20_261_129;

  /** Of how users are spread. */
  private enum Shape {
    HALF("50 % random", 0.5, 1),
    HUNDREDTH("1 % random", 0.01, 1),
    THOUSANDTH("0.1 % random", 0.001, 1),
    RUNS("50 % in runs of 1,000", 0.5, RUN);

    private final String text;
    private final double density;
    private final int run;

    Shape(String text, double density, int run) {
      this.text = text;
      this.density = density;
      this.run = run;
    }

    long[] words(RandomGenerator random) {
      long[] words = new long[USERS / Long.SIZE];
      for (int first = 0; first < USERS; first += run) {
        if (random.nextDouble() < density) {
          for (int user = first; user < first + run; user++) {
            words[user / Long.SIZE] |= 1L << user;
          }
        }
      }
      return words;
    }
  }

  /** What is worked out of five sets. */
  private enum Operation {
    AND("a AND b"),
    OR("a OR b"),
    AND_NOT("a AND NOT b"),
    OF_FIVE("(a AND b OR c) AND NOT d AND e");

    private final String text;

    Operation(String text) {
      this.text = text;
    }

    <S> S made(SetLayout<S> layout, List<S> sets) {
      S one = sets.get(0);
      S other = sets.get(1);
      return switch (this) {
        case AND -> layout.and(one, other);
        case OR -> layout.or(one, other);
        case AND_NOT -> layout.andNot(one, other);
        case OF_FIVE -> layout.and(beforeTheLast(layout, sets), sets.get(4));
      };
    }

    /** As where a client only counts: the last step makes no set. */
    <S> long counted(SetLayout<S> layout, List<S> sets) {
      return switch (this) {
        case AND -> layout.andCount(sets.get(0), sets.get(1));
        case OF_FIVE -> layout.andCount(beforeTheLast(layout, sets), sets.get(4));
        default -> layout.count(made(layout, sets));
      };
    }

    private static <S> S beforeTheLast(SetLayout<S> layout, List<S> sets) {
      S some = layout.or(layout.and(sets.get(0), sets.get(1)), sets.get(2));
      return layout.andNot(some, sets.get(3));
    }
  }

  /** So that no compiler finds that a result is not needed. */
  private static volatile Object last = "";

  private CombinedSets() {}

  /** Measures and reports. */
  public static void run(Home stack, Report report) {
    try (RedisOfStack redis = new RedisOfStack(PortAssignment.of(stack, System.getenv()))) {
      report.line(
          "%d million users; milliseconds, medians of %d rounds, one thread each."
              .formatted(USERS / 1_000_000, ROUNDS));
      report.line("");
      report.head(
          "sets", "operation", "service", "long[]", "Roaring", "EWAH", "BITOP", "service / best");
      for (Shape shape : Shape.values()) {
        measure(report, redis, shape);
      }
    }
  }

  private static void measure(Report report, RedisOfStack redis, Shape shape) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(SEED);
    List<long[]> sets = IntStream.range(0, SETS).mapToObj(set -> shape.words(random)).toList();
    try (RedisBitop bitop = new RedisBitop(redis)) {
      List<Loaded<?>> layouts =
          List.of(
              new Loaded<>(new SetLayout.OfService(), sets),
              new Loaded<>(new SetLayout.Plain(), sets),
              new Loaded<>(new SetLayout.Roaring(), sets),
              new Loaded<>(new SetLayout.Ewah(), sets),
              new Loaded<>(bitop, sets));
      for (Operation operation : Operation.values()) {
        check(layouts, operation);
        row(report, shape, operation.text, layouts, layout -> layout.make(operation));
      }
      for (Operation operation : List.of(Operation.AND, Operation.OF_FIVE)) {
        String text = "count of " + operation.text;
        row(report, shape, text, layouts, layout -> layout.count(operation));
      }
    }
  }

  private static void check(List<Loaded<?>> layouts, Operation operation) {
    long[] counts =
        layouts.stream()
            .flatMapToLong(
                layout -> LongStream.of(layout.countOfMade(operation), layout.count(operation)))
            .distinct()
            .toArray();
    if (counts.length > 1) {
      throw new IllegalStateException("The layouts do not agree: " + Arrays.toString(counts));
    }
  }

  private static void row(
      Report report,
      Shape shape,
      String operation,
      List<Loaded<?>> layouts,
      ToLongFunction<Loaded<?>> work) {
    double[] medians = medians(layouts, work);
    double best = Arrays.stream(medians).skip(1).min().orElseThrow();
    List<Object> row = new ArrayList<>(List.of(shape.text, operation));
    Arrays.stream(medians).forEach(median -> row.add("%.2f".formatted(median)));
    row.add("%.1f".formatted(medians[0] / best));
    report.row(row.toArray());
  }

  /** Five sets in a layout. */
  private static final class Loaded<S> {

    private final SetLayout<S> layout;
    private final List<S> sets;

    Loaded(SetLayout<S> layout, List<long[]> sets) {
      this.layout = layout;
      this.sets = sets.stream().map(layout::of).toList();
    }

    long make(Operation operation) {
      last = operation.made(layout, sets);
      return 0;
    }

    long count(Operation operation) {
      return operation.counted(layout, sets);
    }

    long countOfMade(Operation operation) {
      return layout.count(operation.made(layout, sets));
    }
  }

  private static double[] medians(List<Loaded<?>> layouts, ToLongFunction<Loaded<?>> work) {
    for (Loaded<?> layout : layouts) {
      long end = System.nanoTime() + Span.seconds(WARM_UP_SECONDS).toNanos();
      do {
        last = work.applyAsLong(layout);
      } while (System.nanoTime() < end);
    }
    double[][] millis = new double[layouts.size()][ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      long expected = work.applyAsLong(layouts.get(0));
      for (int i = 0; i < millis.length; i++) {
        long start = System.nanoTime();
        long found = work.applyAsLong(layouts.get(i));
        millis[i][round] = (System.nanoTime() - start) / 1e6;
        if (found != expected) {
          throw new IllegalStateException("The layouts do not agree");
        }
      }
    }
    return Arrays.stream(millis)
        .mapToDouble(each -> Arrays.stream(each).sorted().toArray()[ROUNDS / 2])
        .toArray();
  }
}
