package dev.storefront.benchmarks.usertag;

import dev.storefront.benchmarks.load.BesideEmpty;
import dev.storefront.benchmarks.report.Report;
import dev.storefront.benchmarks.stack.RedisOfStack;
import dev.storefront.benchmarks.stack.ServiceUnderTest;
import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.stack.SuiteService;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Lines a second of imports, and then counts, pages and single marks over what they brought, beside
 * an endpoint of the same service that does nothing.
 */
public final class AudiencesOverHttp {

  private static final int USERS = 300_000;

  /** One user in so many has the tag. */
  private static final Map<String, Integer> DENSITIES =
      Map.of("half", 2, "fifth", 5, "tenth", 10, "hundredth", 100);

  private final Report report;
  private final ServiceUnderTest service;
  private final RedisOfStack redis;
  private final TagCalls calls;

  private AudiencesOverHttp(Report report, ServiceUnderTest service, RedisOfStack redis) {
    this.report = report;
    this.service = service;
    this.redis = redis;
    this.calls = new TagCalls(service);
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
    table.row("**count, two tags**", calls.count("half AND tenth"));
    table.row("count, NOT", calls.count("half AND NOT tenth"));
    table.row(
        "count, five tags",
        calls.count("(half AND tenth OR hundredth) AND NOT fifth AND everybody"));
    table.row("**first page of 100, two tags**", calls.firstPage("half AND tenth"));
    table.row("**one mark**", calls.mark(USERS, "tenth"));
    table.emptyAgain();
  }

  private void imported(String what, String tag, int every) {
    String lines =
        IntStream.range(0, USERS)
            .filter(user -> user % every == 0)
            .mapToObj(user -> "user-" + user)
            .collect(Collectors.joining("\n"));
    double seconds = calls.imported(tag, BodyPublishers.ofString(lines));
    report.row(what, USERS / every, "%.0f".formatted(USERS / every / seconds));
  }
}
