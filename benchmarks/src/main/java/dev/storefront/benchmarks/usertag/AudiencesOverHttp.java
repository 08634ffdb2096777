package dev.storefront.benchmarks.usertag;

import dev.storefront.benchmarks.load.BesideEmpty;
import dev.storefront.benchmarks.load.Caller;
import dev.storefront.benchmarks.load.HttpCaller;
import dev.storefront.benchmarks.report.Report;
import dev.storefront.benchmarks.stack.RedisOfStack;
import dev.storefront.benchmarks.stack.ServiceUnderTest;
import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.stack.SuiteService;
import dev.storefront.localstack.suite.Identity;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Lines a second of imports, and then counts, pages and single marks over what they brought, beside
 * an endpoint of the same service that does nothing.
 */
public final class AudiencesOverHttp {

  private static final int USERS = 300_000;
  private static final int OK = 200;
  private static final Duration LONGEST_IMPORT = Duration.ofMinutes(20);

  /** One user in so many has the tag. */
  private static final Map<String, Integer> DENSITIES =
      Map.of("half", 2, "fifth", 5, "tenth", 10, "hundredth", 100);

  private final Report report;
  private final ServiceUnderTest service;
  private final RedisOfStack redis;
  private final String token;

  private AudiencesOverHttp(Report report, ServiceUnderTest service, RedisOfStack redis) {
    this.report = report;
    this.service = service;
    this.redis = redis;
    this.token = service.token(Identity.operator());
  }

  /** Measures and reports. */
  public static void run(Home stack, Report report) {
    try (ServiceUnderTest service = ServiceUnderTest.start(stack, SuiteService.USER_TAG);
        RedisOfStack redis = new RedisOfStack(service.room().ports())) {
      new AudiencesOverHttp(report, service, redis).run();
    }
  }

  private void run() {
    long before = redis.usedMemory();
    report.line("Imports over REST, from the POST to `DONE`:");
    report.line("");
    report.head("what", "lines", "lines/s");
    imported("all users, new ones", "everybody", 1);
    DENSITIES.forEach((tag, every) -> imported("one known user in " + every, tag, every));
    report.line("");
    report.line(
        "Redis has %.1f bytes for each of the %d users with these tags, sets of them included."
            .formatted((double) (redis.usedMemory() - before) / USERS, USERS));
    report.line("");
    BesideEmpty table = new BesideEmpty(report, service.port(), 16);
    table.row("**count, two tags**", count("half AND tenth"));
    table.row("count, NOT", count("half AND NOT tenth"));
    table.row(
        "count, five tags", count("(half AND tenth OR hundredth) AND NOT fifth AND everybody"));
    table.row("**first page of 100, two tags**", page("half AND tenth"));
    table.row("**one mark**", mark());
    table.emptyAgain();
  }

  private void imported(String what, String tag, int every) {
    service.put("/api/v1/tags/" + tag, Map.of());
    String lines =
        IntStream.range(0, USERS)
            .filter(user -> user % every == 0)
            .mapToObj(user -> "user-" + user)
            .collect(Collectors.joining("\n"));
    String path = "/api/v1/tags/" + tag + "/imports";
    long start = System.nanoTime();
    String id =
        service.post(path, "text/plain", BodyPublishers.ofString(lines)).path("id").asString();
    ServiceUnderTest.await(
        "the import of " + tag,
        LONGEST_IMPORT,
        () -> service.get(path + "/" + id).path("state").asString().equals("DONE"));
    double seconds = (System.nanoTime() - start) / 1e9;
    report.row(what, USERS / every, "%.0f".formatted(USERS / every / seconds));
  }

  private Caller.Opening count(String expression) {
    return always(
        HttpCaller.post(
            "/api/v1/audiences/count", token, "{\"expression\":\"" + expression + "\"}"));
  }

  private Caller.Opening page(String expression) {
    return always(
        HttpCaller.post(
            "/api/v1/audiences/query",
            token,
            "{\"expression\":\"" + expression + "\",\"limit\":100}"));
  }

  private Caller.Opening always(byte[] request) {
    return () -> new HttpCaller(service.port(), () -> request, OK);
  }

  private Caller.Opening mark() {
    return () ->
        new HttpCaller(
            service.port(),
            () ->
                HttpCaller.get(
                    "/api/v1/users/user-"
                        + ThreadLocalRandom.current().nextInt(USERS)
                        + "/tags/tenth",
                    token),
            OK);
  }
}
