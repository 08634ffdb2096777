package dev.storefront.benchmarks.fitment;

import dev.storefront.benchmarks.load.CpuShares;
import dev.storefront.benchmarks.load.LoadResult;
import dev.storefront.benchmarks.load.OpenLoop;
import dev.storefront.benchmarks.load.PeakRate;
import dev.storefront.benchmarks.report.Report;
import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.process.ProcessRecord;
import dev.storefront.localstack.process.Supervisor;
import dev.storefront.localstack.suite.ApiRequest;
import dev.storefront.localstack.suite.Json;
import dev.storefront.localstack.suite.Suite;
import dev.storefront.localstack.suite.SuiteClient;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.LongStream;
import tools.jackson.databind.JsonNode;

/**
 * Five vehicles and 200 SKUs in one request, as a product detail page asks: the rate that the
 * service keeps up with, and the latencies at half of it. The design's figure is a TP999 of 13 ms.
 * Needs the running stack with its demo data; baseline is {@code /actuator/health/liveness} of the
 * same service.
 */
public final class CheckOverHttp {

  private static final int VEHICLES = 5;
  private static final int SKUS = 200;
  private static final long FIRST_SKU = 60_001_001;
  private static final int DIFFERENT_QUESTIONS = 500;
  private static final int FIRST_RATE = 100;
  private static final Duration WARM_UP = Duration.ofSeconds(20);
  private static final Duration MEASURED = Duration.ofSeconds(30);
  private static final long SEED = 20_261_121;

  private final Suite suite;
  private final Report report;
  private final Map<String, Long> pids;

  private CheckOverHttp(Home stack, Report report) {
    PortAssignment ports = PortAssignment.of(stack, System.getenv());
    this.suite = Suite.at(ports);
    this.report = report;
    this.pids = new TreeMap<>();
    for (ProcessRecord process : new Supervisor(stack, ports, Clock.systemUTC()).running()) {
      if (process.name().startsWith("redis") || process.name().equals("fitment-service")) {
        pids.put(process.name(), process.pid());
      }
    }
    pids.put("generator", ProcessHandle.current().pid());
  }

  /** Measures and reports. */
  public static void run(Home stack, Report report) {
    new CheckOverHttp(stack, report).run();
  }

  private void run() {
    List<HttpRequest> questions = questions();
    OpenLoop checks = new OpenLoop(n -> questions.get(n % questions.size()), CheckOverHttp::isGood);
    HttpRequest live =
        HttpRequest.newBuilder(suite.fitment().resolve("/actuator/health/liveness")).build();
    OpenLoop baseline = new OpenLoop(n -> live, reply -> reply.statusCode() == 200);
    report.line("Load: open loop, latencies from when a request was due, on the same processors.");
    report.line("");
    report.head("what", "due/s", "good/s", "p50 ms", "p99 ms", "p99.9 ms", "max ms", "failed");
    checks.run(FIRST_RATE, WARM_UP);
    measure("empty endpoint", baseline);
    Map<String, Double> shares = measure("check 5 x 200", checks);
    report.line("");
    report.line("Processors in use during the last row: " + text(shares));
  }

  private Map<String, Double> measure(String name, OpenLoop load) {
    int peak = PeakRate.find(load, FIRST_RATE, result -> row(name + ", rising", result));
    CpuShares cpu = CpuShares.begin(pids);
    LoadResult half = load.run(peak / 2, MEASURED);
    Map<String, Double> shares = cpu.end();
    row("**" + name + ", half of the peak**", half);
    return shares;
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

  private List<HttpRequest> questions() {
    List<Long> vehicles = vehicles();
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(SEED);
    URI check = suite.fitment().resolve("/api/v1/fitment/check");
    List<HttpRequest> questions = new ArrayList<>();
    for (int i = 0; i < DIFFERENT_QUESTIONS; i++) {
      List<Long> asked = random.ints(VEHICLES, 0, vehicles.size()).mapToObj(vehicles::get).toList();
      List<Long> skus = LongStream.range(FIRST_SKU, FIRST_SKU + SKUS).boxed().toList();
      String body = Json.write(Json.object("vehicleIds", asked).and("skuIds", skus));
      questions.add(
          HttpRequest.newBuilder(check)
              .header("Content-Type", "application/json")
              .POST(BodyPublishers.ofString(body))
              .build());
    }
    return questions;
  }

  private List<Long> vehicles() {
    List<Long> vehicles = new ArrayList<>();
    JsonNode page =
        new SuiteClient(suite)
            .send(ApiRequest.get(suite.fitment(), "/api/v1/vehicles?limit=1000"))
            .requireSuccess()
            .json();
    page.at("/items").forEach(vehicle -> vehicles.add(vehicle.at("/vehicleId").asLong(0)));
    return vehicles;
  }

  private static boolean isGood(HttpResponse<byte[]> reply) {
    return reply.statusCode() == 200;
  }
}
