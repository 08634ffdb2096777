package dev.storefront.benchmarks.fitment;

import dev.storefront.benchmarks.load.BesideEmpty;
import dev.storefront.benchmarks.load.Caller;
import dev.storefront.benchmarks.load.Clients;
import dev.storefront.benchmarks.load.HttpCaller;
import dev.storefront.benchmarks.load.LoadResult;
import dev.storefront.benchmarks.report.Report;
import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.suite.Json;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * PUT and PATCH of SKUs, each client's in a group of its own, beside an endpoint of the same
 * service that does nothing. A write is answered when it is in MySQL and in Redis.
 */
public final class WritesOverHttp {

  private static final int OK = 200;
  private static final int CLIENTS = 16;
  private static final int SKUS_OF_A_CLIENT = 20;
  private static final int FITS_PER_SKU = 500;
  private static final int DIFFERENT_CONTENTS = 50;
  private static final long SEED = 20_261_123;

  /** Hardly any PUT has it. */
  private static final int PATCHED = BenchData.FIRST_VEHICLE + Fits.VEHICLES - 1;

  private final Report report;
  private final FitmentUnderTest service;
  private final String token;
  private final List<int[]> contents;
  private final LongAdder answered = new LongAdder();

  private WritesOverHttp(Report report, FitmentUnderTest service) {
    this.report = report;
    this.service = service;
    this.token = service.token();
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(SEED);
    this.contents =
        Stream.generate(() -> Fits.RUNS_OF_12.of(FITS_PER_SKU, random))
            .map(BenchData::vehicles)
            .limit(DIFFERENT_CONTENTS)
            .toList();
  }

  /**
   * Measures and reports.
   *
   * @throws IllegalStateException if a write was answered that MySQL does not have
   */
  public static void run(Home stack, Report report) {
    try (FitmentUnderTest service = FitmentUnderTest.start(stack)) {
      BenchData.importVehicles(service);
      new WritesOverHttp(report, service).run();
    }
  }

  private void run() {
    report.line(
        ("Each client writes %d SKUs of a group of its own in turn, each of which fits %d of 300,000 vehicles."
                + " PUT: all of these, others than before. PATCH: one more vehicle comes or goes.")
            .formatted(SKUS_OF_A_CLIENT, FITS_PER_SKU));
    List<Writer> putting = writers(this::put);
    createAll(putting);
    long before = versions();
    BesideEmpty table = new BesideEmpty(report, service.port(), CLIENTS);
    table.row("**PUT**", opening(putting));
    table.row("**PATCH**", opening(writers(this::patch)));
    table.emptyAgain();
    long changes = versions() - before;
    String found =
        "%d writes were answered, those of warm-ups too; the SKUs' versions have grown by %d."
            .formatted(answered.sum(), changes);
    if (changes < answered.sum()) {
      throw new IllegalStateException(found);
    }
    report.line("");
    report.line(found);
  }

  private byte[] put(long sku, int round) {
    return HttpCaller.put(
        path(sku),
        token,
        Json.write(
            Json.object("kind", "SELF")
                .and("mainSkuId", sku - (sku - BenchData.FIRST_SKU) % SKUS_OF_A_CLIENT)
                .and("vehicleIds", contents.get(round % DIFFERENT_CONTENTS))));
  }

  private byte[] patch(long sku, int round) {
    return HttpCaller.patch(
        path(sku),
        token,
        Json.write(Json.object(round % 2 == 0 ? "add" : "remove", new int[] {PATCHED})));
  }

  private static String path(long sku) {
    return "/api/v1/skus/" + sku + "/fitment";
  }

  private static List<Writer> writers(Request request) {
    return IntStream.range(0, CLIENTS)
        .mapToObj(
            client -> new Writer(BenchData.FIRST_SKU + (long) client * SKUS_OF_A_CLIENT, request))
        .toList();
  }

  /** Writes each SKU once. */
  private void createAll(List<Writer> putting) {
    AtomicInteger next = new AtomicInteger();
    LoadResult created =
        new Clients(
                1,
                () ->
                    new HttpCaller(
                        service.port(),
                        () -> putting.get(next.getAndIncrement() % CLIENTS).next(),
                        OK))
            .calls(CLIENTS * SKUS_OF_A_CLIENT);
    if (created.failed() > 0) {
      throw new IllegalStateException(created.failed() + " SKUs could not be created");
    }
  }

  /** Each of the clients takes one of them, and gives it back to the next run with its end. */
  private Caller.Opening opening(List<Writer> writers) {
    AtomicInteger opened = new AtomicInteger();
    return () -> {
      Writer writer = writers.get(Math.floorMod(opened.getAndIncrement(), CLIENTS));
      HttpCaller caller = new HttpCaller(service.port(), writer::next, OK);
      return new Caller() {
        @Override
        public boolean call() throws IOException {
          boolean good = caller.call();
          if (good) {
            answered.increment();
          }
          return good;
        }

        @Override
        public void close() throws IOException {
          caller.close();
        }
      };
    };
  }

  /** How often all the SKUs have been written, as MySQL has it. */
  private long versions() {
    return LongStream.range(0, CLIENTS * SKUS_OF_A_CLIENT)
        .map(n -> service.get(path(BenchData.FIRST_SKU + n)).path("version").asLong())
        .sum();
  }

  /** Makes a request. */
  @FunctionalInterface
  private interface Request {
    byte[] of(long sku, int round);
  }

  /** One client's SKUs, written one after the other, round by round. Not thread-safe. */
  private static final class Writer {

    private final long first;
    private final Request request;
    private int calls;

    Writer(long first, Request request) {
      this.first = first;
      this.request = request;
    }

    byte[] next() {
      int call = calls++;
      return request.of(first + call % SKUS_OF_A_CLIENT, call / SKUS_OF_A_CLIENT);
    }
  }
}
