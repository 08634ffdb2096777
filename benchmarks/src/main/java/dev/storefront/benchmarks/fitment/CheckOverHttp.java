package dev.storefront.benchmarks.fitment;

import dev.storefront.benchmarks.load.BesideEmpty;
import dev.storefront.benchmarks.load.Caller;
import dev.storefront.benchmarks.load.Clients;
import dev.storefront.benchmarks.load.HttpCaller;
import dev.storefront.benchmarks.load.Span;
import dev.storefront.benchmarks.report.Report;
import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.process.Supervisor;
import dev.storefront.localstack.suite.Json;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Five vehicles and 200 SKUs in one request: those of one group, as a product detail page asks, and
 * of 200 groups, as a listing page does; from the near cache and without it. Beside them an
 * endpoint of the same service that does nothing.
 */
public final class CheckOverHttp {

  private static final String CHECK = "/api/v1/fitment/check";
  private static final int OK = 200;

  /** Fewer than may wait for a Redis node at a time: the service refuses none of them. */
  private static final int CLIENTS = 32;

  private static final int VEHICLES = 5;
  private static final int SKUS = BenchData.SKUS_OF_A_GROUP;
  private static final int GROUPS = 10;
  private static final int SMALL_GROUPS = 1_000;
  private static final int SKUS_OF_A_SMALL_GROUP = 4;
  private static final long FIRST_OF_SMALL_GROUPS = BenchData.FIRST_SKU + (long) GROUPS * SKUS;
  private static final int FITS_PER_SKU = 500;
  private static final int DIFFERENT_QUESTIONS = 2_000;

  /** Long enough for the JVM to have compiled what a check runs through. */
  private static final Duration LONG_WARM_UP = Span.seconds(80);

  private static final long SEED = 20_261_121;

  private final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(SEED);
  private final Report report;
  private final FitmentUnderTest service;
  private final Map<String, Long> pids = new TreeMap<>();

  private CheckOverHttp(Report report, FitmentUnderTest service, Supervisor stack) {
    this.report = report;
    this.service = service;
    stack.running().stream()
        .filter(process -> process.name().startsWith("redis"))
        .forEach(process -> pids.put(process.name(), process.pid()));
    pids.put("fitment-service", service.pid());
    pids.put("generator", ProcessHandle.current().pid());
  }

  /** Measures and reports. */
  public static void run(Home stack, Report report) {
    PortAssignment ports = PortAssignment.of(stack, System.getenv());
    try (FitmentUnderTest service = FitmentUnderTest.start(stack)) {
      BenchData.importVehicles(service);
      service.awaitImport(
          service.beginImport(BenchData.skus(GROUPS, FITS_PER_SKU, Fits.RUNS_OF_12)));
      service.awaitImport(
          service.beginImport(
              BenchData.skus(
                  FIRST_OF_SMALL_GROUPS,
                  SMALL_GROUPS,
                  SKUS_OF_A_SMALL_GROUP,
                  FITS_PER_SKU,
                  Fits.RUNS_OF_12)));
      new CheckOverHttp(report, service, new Supervisor(stack, ports, Clock.systemUTC())).run();
    }
  }

  private void run() {
    report.line(
        ("%d vehicles and %d SKUs a call: all of one of %d groups, or one each of %d of %,d groups of %d."
                + " Each SKU fits %d of 300,000 vehicles. Asked for: 70 %% of the empty endpoint with"
                + " the near cache on, 50 %% with it off, a p99.9 below 5 ms at half.")
            .formatted(
                VEHICLES, SKUS, GROUPS, SKUS, SMALL_GROUPS, SKUS_OF_A_SMALL_GROUP, FITS_PER_SKU));
    Caller.Opening oneGroup = asking(this::ofOneGroup);
    Caller.Opening manyGroups = asking(this::ofManyGroups);
    service.nearCache(false);
    BesideEmpty table = new BesideEmpty(report, service.port(), CLIENTS, pids);
    new Clients(CLIENTS, oneGroup).flatOut(LONG_WARM_UP);
    table.row("**one group, near cache off** (goal 50 %)", oneGroup);
    table.row("**200 groups, near cache off** (goal 50 %)", manyGroups);
    service.nearCache(true);
    table.row("**one group, near cache on** (goal 70 %)", oneGroup);
    table.row("**200 groups, near cache on** (goal 70 %)", manyGroups);
    table.emptyAgain();
    table.processors();
    report.line("");
    report.line(
        "Of all these SKUs MySQL was asked for %.0f, and %.0f were UNAVAILABLE."
            .formatted(checked("mysql"), checked("nobody")));
    table.profile(service.pid());
  }

  /** SKUs that Redis did not answer, by who did. */
  private double checked(String by) {
    JsonNode found = service.get("/actuator/metrics/storefront.fitment.checked.skus?tag=by:" + by);
    return found.path("measurements").path(0).path("value").asDouble();
  }

  /** Asks different questions in turn. */
  private Caller.Opening asking(Supplier<long[]> skus) {
    List<byte[]> questions =
        Stream.generate(() -> question(skus.get())).limit(DIFFERENT_QUESTIONS).toList();
    AtomicInteger next = new AtomicInteger();
    return () ->
        new HttpCaller(
            service.port(),
            () -> questions.get(Math.floorMod(next.getAndIncrement(), questions.size())),
            OK);
  }

  private byte[] question(long[] skus) {
    int[] vehicles =
        random
            .ints(VEHICLES, BenchData.FIRST_VEHICLE, BenchData.FIRST_VEHICLE + Fits.VEHICLES)
            .toArray();
    return HttpCaller.post(
        CHECK, Json.write(Json.object("vehicleIds", vehicles).and("skuIds", skus)));
  }

  private long[] ofOneGroup() {
    long first = BenchData.FIRST_SKU + (long) SKUS * random.nextInt(GROUPS);
    return LongStream.range(first, first + SKUS).toArray();
  }

  private long[] ofManyGroups() {
    return IntStream.generate(() -> random.nextInt(SMALL_GROUPS))
        .distinct()
        .limit(SKUS)
        .mapToLong(
            group ->
                FIRST_OF_SMALL_GROUPS
                    + (long) group * SKUS_OF_A_SMALL_GROUP
                    + random.nextInt(SKUS_OF_A_SMALL_GROUP))
        .toArray();
  }
}
