package dev.storefront.benchmarks.fitment;

import dev.storefront.benchmarks.load.Clients;
import dev.storefront.benchmarks.load.CpuShares;
import dev.storefront.benchmarks.load.HttpCaller;
import dev.storefront.benchmarks.load.LoadResult;
import dev.storefront.benchmarks.load.PeakRate;
import dev.storefront.benchmarks.report.Report;
import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.process.Supervisor;
import dev.storefront.localstack.suite.Json;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.LongStream;

/**
 * Five vehicles and 200 SKUs of a group in one request, as a product detail page asks: the rate
 * that the service keeps up with, and the latencies at half of it. The design's figure is a TP999
 * of 13 ms. Beside it an endpoint of the same service that does nothing.
 */
public final class CheckOverHttp {

  private static final String CHECK = "/api/v1/fitment/check";
  private static final int OK = 200;

  /** As many requests are under way at most; further ones wait, and their latencies say so. */
  private static final int CONNECTIONS = 64;

  private static final int VEHICLES = 5;
  private static final int GROUPS = 10;
  private static final int FITS_PER_SKU = 500;
  private static final int DIFFERENT_QUESTIONS = 2_000;
  private static final int FIRST_RATE = 400;

  /** Long enough for the JVM to have compiled what a check runs through. */
  private static final int WARM_UP_RATE = 1_000;

  private static final Duration WARM_UP = Duration.ofSeconds(60);
  private static final Duration MEASURED = Duration.ofSeconds(30);
  private static final long SEED = 20_261_121;

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
      new CheckOverHttp(report, service, new Supervisor(stack, ports, Clock.systemUTC())).run();
    }
  }

  private void run() {
    Clients checks = clients(questions());
    report.line(
        "%d groups of 200 SKUs with %d fits each, 300,000 vehicles. Open loop: latencies count from"
                .formatted(GROUPS, FITS_PER_SKU)
            + " when a request was due. Generator, service and servers share the processors.");
    report.line("");
    report.head("what", "due/s", "good/s", "p50 ms", "p99 ms", "p99.9 ms", "max ms", "failed");
    service.nearCache(false);
    checks.at(WARM_UP_RATE, WARM_UP);
    List<String> shares = new ArrayList<>();
    shares.add(measure("check, near cache off", checks));
    service.nearCache(true);
    shares.add(measure("check, near cache on", checks));
    shares.add(measure("nothing", clients(List.of(HttpCaller.get("/actuator/health/liveness")))));
    report.line("");
    report.line("Processors in use:");
    report.line("");
    shares.forEach(report::line);
  }

  private String measure(String name, Clients load) {
    CpuShares risingCpu = CpuShares.begin(pids);
    LoadResult peak = PeakRate.find(load, FIRST_RATE);
    row(name + ", the peak", peak);
    String atPeak = text(risingCpu.end());
    CpuShares cpu = CpuShares.begin(pids);
    LoadResult half = load.at(peak.rate() / 2, MEASURED);
    String atHalf = text(cpu.end());
    row("**" + name + ", half of it**", half);
    return "- %s: while rising to the peak %s; at half of it %s".formatted(name, atPeak, atHalf);
  }

  private void row(String name, LoadResult result) {
    report.row(
        name,
        result.rate(),
        "%.0f".formatted(result.goodRate()),
        millis(result, 50),
        millis(result, 99),
        millis(result, 99.9),
        millis(result, 100),
        result.failed());
  }

  private static String millis(LoadResult result, double percentile) {
    return "%.2f".formatted(result.millis(percentile));
  }

  private static String text(Map<String, Double> shares) {
    List<String> parts = new ArrayList<>();
    shares.forEach((name, share) -> parts.add("%s %.2f".formatted(name, share)));
    return String.join(", ", parts);
  }

  /** Makes the requests in turn. */
  private Clients clients(List<byte[]> requests) {
    AtomicInteger next = new AtomicInteger();
    return new Clients(
        CONNECTIONS,
        () ->
            new HttpCaller(
                service.port(),
                () -> requests.get(Math.floorMod(next.getAndIncrement(), requests.size())),
                OK));
  }

  private static List<byte[]> questions() {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(SEED);
    List<byte[]> questions = new ArrayList<>();
    for (int i = 0; i < DIFFERENT_QUESTIONS; i++) {
      int[] vehicles =
          random
              .ints(VEHICLES, BenchData.FIRST_VEHICLE, BenchData.FIRST_VEHICLE + Fits.VEHICLES)
              .toArray();
      long first = BenchData.FIRST_SKU + (long) BenchData.SKUS_OF_A_GROUP * random.nextInt(GROUPS);
      long[] skus = LongStream.range(first, first + BenchData.SKUS_OF_A_GROUP).toArray();
      questions.add(
          HttpCaller.post(
              CHECK, Json.write(Json.object("vehicleIds", vehicles).and("skuIds", skus))));
    }
    return questions;
  }
}
