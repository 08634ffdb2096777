package dev.storefront.benchmarks.usertag;

import dev.storefront.benchmarks.load.Caller;
import dev.storefront.benchmarks.load.Clients;
import dev.storefront.benchmarks.load.LoadResult;
import dev.storefront.benchmarks.load.Span;
import dev.storefront.benchmarks.report.Report;
import dev.storefront.benchmarks.stack.RedisOfStack;
import dev.storefront.benchmarks.stack.ServiceUnderTest;
import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.stack.SuiteService;
import java.io.FileNotFoundException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntPredicate;

/**
 * Millions of users loaded through imports, and what audiences of them take: the first time, when
 * nothing is cached, and from then on; a mark while audiences are worked out; and how long it takes
 * until Redis has all of it again after it lost everything. {@code -Dbenchmarks.users=} has another
 * number of users.
 */
public final class AudiencesOfMillions {

  private static final int USERS = Integer.getInteger("benchmarks.users", 20_000_000);
  private static final Duration LONGEST_REBUILD = Duration.ofHours(1);
  private static final int SCANNERS = 2;
  private static final int SCANS_A_SECOND = 20;
  private static final int MARKS_A_SECOND = 200;

  private static final int HALF = 2;
  private static final int FIFTH = 5;
  private static final int TENTH = 10;
  private static final int HUNDREDTH = 100;
  private static final int THOUSANDTH = 1_000;
  private static final String OF_FIVE = "(half AND tenth OR hundredth) AND NOT fifth AND everybody";

  private final DrawnUsers users = new DrawnUsers(USERS);
  private final Report report;
  private final ServiceUnderTest service;
  private final RedisOfStack redis;
  private final TagCalls calls;

  private AudiencesOfMillions(Report report, ServiceUnderTest service, RedisOfStack redis) {
    this.report = report;
    this.service = service;
    this.redis = redis;
    this.calls = new TagCalls(service);
  }

  /** Measures and reports. */
  public static void run(Home stack, Report report) {
    try (ServiceUnderTest service = ServiceUnderTest.start(stack, SuiteService.USER_TAG);
        RedisOfStack redis = new RedisOfStack(service.room().ports())) {
      new AudiencesOfMillions(report, service, redis).run();
    }
  }

  private void run() {
    long before = redis.usedMemory();
    report.line("%d users, whose ids ascend. Imports, from the POST to `DONE`:".formatted(USERS));
    report.line("");
    report.head("one user in", "lines", "seconds", "lines/s");
    imported("everybody", 1);
    imported("half", HALF);
    imported("fifth", FIFTH);
    imported("tenth", TENTH);
    imported("hundredth", HUNDREDTH);
    imported("thousandth", THOUSANDTH);
    report.line("");
    report.line(
        "Redis: %.1f bytes a user, sets included. Database: %.0f bytes a user with indexes."
            .formatted((double) (redis.usedMemory() - before) / USERS, databaseBytes() / USERS));
    report.line("");
    report.line(
        "One call at a time, in milliseconds. At the first call the sets come from Redis that no row"
            + " above has read.");
    report.line("");
    report.head("what", "users", "first call", "p50", "p99", "most");
    audience("fifth AND tenth", user -> users.has(user, FIFTH) && users.has(user, TENTH));
    audience(
        "half AND NOT hundredth", user -> users.has(user, HALF) && !users.has(user, HUNDREDTH));
    audience(
        "hundredth AND thousandth",
        user -> users.has(user, HUNDREDTH) && users.has(user, THOUSANDTH));
    audience(
        OF_FIVE,
        user ->
            (users.has(user, HALF) && users.has(user, TENTH) || users.has(user, HUNDREDTH))
                && !users.has(user, FIFTH));
    call("first page of 100, half AND tenth", calls.firstPage("half AND tenth"), "");
    call("a look at one mark", calls.mark(USERS, "tenth"), "");
    report.line("");
    marksBesideScans();
    report.line("");
    rebuilt();
  }

  private void imported(String tag, int every) {
    double seconds = calls.imported(tag, bodyOf(users.file(every)));
    long lines = users.count(user -> users.has(user, every));
    report.row(every, lines, "%.1f".formatted(seconds), "%.0f".formatted(lines / seconds));
  }

  private static BodyPublisher bodyOf(Path file) {
    try {
      return BodyPublishers.ofFile(file);
    } catch (FileNotFoundException e) {
      throw new UncheckedIOException(e);
    }
  }

  private double databaseBytes() {
    try (Connection database = service.room().connect();
        Statement statement = database.createStatement();
        ResultSet sum =
            statement.executeQuery(
                "SELECT SUM(data_length + index_length) FROM information_schema.tables"
                    + " WHERE table_schema = DATABASE()")) {
      sum.next();
      return sum.getDouble(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private void audience(String expression, IntPredicate expected) {
    long wanted = users.count(expected);
    call("count, " + expression, calls.count(expression), Long.toString(wanted));
    long found =
        service
            .post("/api/v1/audiences/count", Map.of("expression", expression))
            .path("count")
            .asLong();
    if (found != wanted) {
      throw new IllegalStateException("%s: %d and not %d".formatted(expression, found, wanted));
    }
  }

  private void call(String what, Caller.Opening opening, String users) {
    LoadResult cold = new Clients(1, opening).calls(1);
    LoadResult warm = new Clients(1, opening).flatOut(Span.seconds(10));
    List.of(cold, warm).forEach(AudiencesOfMillions::check);
    report.row(
        what,
        users,
        "%.1f".formatted(cold.millis(100)),
        "%.2f".formatted(warm.millis(50)),
        "%.1f".formatted(warm.millis(99)),
        "%.1f".formatted(warm.millis(100)));
  }

  private static void check(LoadResult result) {
    if (result.failed() > 0) {
      throw new IllegalStateException(result.failed() + " calls failed");
    }
  }

  private void marksBesideScans() {
    Clients scanners = new Clients(SCANNERS, calls.count(OF_FIVE));
    Clients marks = new Clients(SCANNERS, calls.mark(USERS, "tenth"));
    Duration length = Span.seconds(20);
    LoadResult alone = marks.at(MARKS_A_SECOND, length);
    CompletableFuture<LoadResult> scans =
        CompletableFuture.supplyAsync(() -> scanners.at(SCANS_A_SECOND, length));
    LoadResult beside = marks.at(MARKS_A_SECOND, length);
    LoadResult scanned = scans.join();
    List.of(alone, beside, scanned).forEach(AudiencesOfMillions::check);
    report.line(
        "%d looks at marks a second: p50 / p99 %.1f / %.1f ms alone, %.1f / %.1f ms beside %d counts of five tags a second (%.1f / %.1f ms)."
            .formatted(
                MARKS_A_SECOND,
                alone.millis(50),
                alone.millis(99),
                beside.millis(50),
                beside.millis(99),
                SCANS_A_SECOND,
                scanned.millis(50),
                scanned.millis(99)));
  }

  private void rebuilt() {
    redis.delete(service.room().key(""));
    long start = System.nanoTime();
    ServiceUnderTest.await("the segments to be built anew", LONGEST_REBUILD, this::isCounted);
    double seconds = (System.nanoTime() - start) / 1e9;
    report.line(
        "All keys deleted: built anew from the database after %.1f s, %.1f s per 10 million users."
            .formatted(seconds, seconds * 10_000_000 / USERS));
  }

  private boolean isCounted() {
    try {
      service.post("/api/v1/audiences/count", Map.of("expression", "half AND tenth"));
      return true;
    } catch (IllegalStateException rebuilding) {
      return false;
    }
  }
}
