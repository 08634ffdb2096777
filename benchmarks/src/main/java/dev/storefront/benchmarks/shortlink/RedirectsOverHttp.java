package dev.storefront.benchmarks.shortlink;

import dev.storefront.benchmarks.load.BesideEmpty;
import dev.storefront.benchmarks.load.Caller;
import dev.storefront.benchmarks.load.Clients;
import dev.storefront.benchmarks.load.HttpCaller;
import dev.storefront.benchmarks.load.Span;
import dev.storefront.benchmarks.report.Report;
import dev.storefront.benchmarks.stack.ServiceUnderTest;
import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.stack.SuiteService;
import dev.storefront.localstack.suite.Identity;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * Redirects of many links with their clicks counted, of codes that nobody has, and new links, one
 * by one and in batches, beside an endpoint of the same service that does nothing.
 */
public final class RedirectsOverHttp {

  private static final int CLIENTS = 16;
  private static final int LINKS = 2_000;

  /** The JVM compiles what a redirect needs for about this long on two cores. */
  private static final Duration LONG_WARM_UP = Span.seconds(60);

  private static final Duration COUNTED_WITHIN = Duration.ofMinutes(5);

  /** Of these some click is counted every tenth of a second while there are any. */
  private static final int SAMPLE = 40;

  /** As long as this no click came: there are none left. */
  private static final Duration STILL = Duration.ofSeconds(3);

  private static final int TIER = 6;
  private static final int FOUND = 302;
  private static final int NOT_FOUND = 404;
  private static final int CREATED = 201;

  private RedirectsOverHttp() {}

  /** Measures and reports. */
  public static void run(Home stack, Report report) {
    try (ServiceUnderTest service = ServiceUnderTest.start(stack, SuiteService.SHORTLINK)) {
      List<String> codes = IntStream.range(0, LINKS).mapToObj(n -> link(service, n)).toList();
      List<byte[]> links = codes.stream().map(code -> HttpCaller.get("/" + code)).toList();
      Runnable counted = () -> awaitCounted(service, codes.subList(0, SAMPLE));
      BesideEmpty table = new BesideEmpty(report, service.port(), CLIENTS);
      Caller.Opening redirects =
          () ->
              new HttpCaller(
                  service.port(),
                  () -> links.get(ThreadLocalRandom.current().nextInt(LINKS)),
                  FOUND);
      new Clients(CLIENTS, redirects).flatOut(LONG_WARM_UP);
      table.row("**redirect, %d links**".formatted(LINKS), redirects, counted);
      long droppedOfMany = dropped(service);
      table.row(
          "redirect, one link",
          () -> new HttpCaller(service.port(), () -> links.get(0), FOUND),
          counted);
      long droppedOfOne = dropped(service) - droppedOfMany;
      byte[] unknown = HttpCaller.get("/zzzzz");
      table.row("one unknown code", () -> new HttpCaller(service.port(), () -> unknown, NOT_FOUND));
      String token = service.token(Identity.operator());
      AtomicLong next = new AtomicLong();
      table.row(
          "**new link**",
          () ->
              new HttpCaller(
                  service.port(),
                  () ->
                      HttpCaller.post(
                          "/api/v1/links",
                          token,
                          "{\"url\":\"https://shop.example/products/%d\"}"
                              .formatted(next.incrementAndGet())),
                  CREATED));
      LinkDesk desk = new LinkDesk(service.port(), service.token(Identity.service("order-app")));
      double batches =
          table.row(
              "**batch of %d new links**".formatted(SegmentCaller.BATCH),
              () -> new BatchCaller(desk, TIER, SegmentCaller.BATCH));
      table.emptyAgain();
      report.line("");
      report.line(
          "Clicks that were not counted, for the buffer was full: %d of %d links, %d of one."
              .formatted(droppedOfMany, LINKS, droppedOfOne));
      report.line("");
      report.line(
          "In batches %.0f links a second are made, each of them confirmed; each client leases %d ids at a time."
              .formatted(batches * SegmentCaller.BATCH, BatchCaller.LEASE));
    }
  }

  /** So that no row has the clicks of another one to count. */
  private static void awaitCounted(ServiceUnderTest service, List<String> codes) {
    AtomicLong seen = new AtomicLong(-1);
    AtomicLong since = new AtomicLong();
    ServiceUnderTest.await(
        "clicks to be counted",
        COUNTED_WITHIN,
        () -> {
          long clicks = codes.stream().mapToLong(code -> clicks(service, code)).sum();
          if (seen.getAndSet(clicks) != clicks) {
            since.set(System.nanoTime());
          }
          return System.nanoTime() - since.get() > STILL.toNanos();
        });
  }

  private static long clicks(ServiceUnderTest service, String code) {
    return service.get("/api/v1/links/" + code + "/stats").path("clicks").asLong();
  }

  private static long dropped(ServiceUnderTest service) {
    return service
        .get("/actuator/metrics/storefront.shortlink.clicks.dropped")
        .at("/measurements/0/value")
        .asLong();
  }

  private static String link(ServiceUnderTest service, int number) {
    return service
        .post("/api/v1/links", Map.of("url", "https://shop.example/products/" + number))
        .path("code")
        .asString();
  }
}
