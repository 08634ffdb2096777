package dev.storefront.benchmarks.usertag;

import dev.storefront.benchmarks.load.Caller;
import dev.storefront.benchmarks.load.Clients;
import dev.storefront.benchmarks.load.HttpCaller;
import dev.storefront.benchmarks.load.LoadResult;
import dev.storefront.benchmarks.load.Span;
import dev.storefront.benchmarks.report.Report;
import dev.storefront.benchmarks.stack.RedisOfStack;
import dev.storefront.benchmarks.stack.ServiceUnderTest;
import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.stack.SuiteService;
import dev.storefront.localstack.suite.Identity;
import java.io.BufferedWriter;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/**
 * Millions of users loaded through imports, and what audiences of them take: the first time, when
 * nothing is cached, and from then on; a mark while audiences are worked out; and how long it takes
 * until Redis has all of it again after it lost everything.
 *
 * <p>{@code -Dbenchmarks.users=} has another number of them.
 */
public final class AudiencesOfMillions {

  private static final int USERS = Integer.getInteger("benchmarks.users", 20_000_000);
  private static final int LINES_OF_BLOCK = 10_000;
  private static final int OK = 200;
  private static final Duration LONGEST_IMPORT = Duration.ofHours(2);
  private static final int SCANNERS = 2;
  private static final int SCANS_A_SECOND = 20;
  private static final int MARKS_A_SECOND = 200;

  /** One user in so many has the tag, drawn by a hash; of all these each audience is asked once. */
  private static final Map<String, Integer> TAGS = new LinkedHashMap<>();

  static {
    TAGS.put("everybody", 1);
    TAGS.put("half", 2);
    TAGS.put("fifth", 5);
    TAGS.put("tenth", 10);
    TAGS.put("hundredth", 100);
    TAGS.put("thousandth", 1_000);
  }

  private final Report report;
  private final ServiceUnderTest service;
  private final RedisOfStack redis;

  private AudiencesOfMillions(Report report, ServiceUnderTest service, RedisOfStack redis) {
    this.report = report;
    this.service = service;
    this.redis = redis;
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
    TAGS.forEach(this::imported);
    report.line("");
    report.line(
        "Redis: %.1f bytes a user, sets included. Database: %.0f bytes a user with indexes."
            .formatted((double) (redis.usedMemory() - before) / USERS, databaseBytes() / USERS));
    report.line("");
    report.line(
        "Audiences, one call at a time, in milliseconds. *Cold*: nobody asked for these tags before.");
    report.line("");
    report.head("what", "users", "cold", "p50", "p99", "most");
    audience("fifth AND tenth");
    audience("half AND NOT hundredth");
    audience("hundredth AND thousandth");
    audience("(half AND tenth OR hundredth) AND NOT fifth AND everybody");
    call("first page of 100, half AND tenth", page("half AND tenth"), "");
    call("one mark", mark(), "");
    report.line("");
    marksBesideScans();
    rebuilt();
  }

  private void imported(String tag, int every) {
    service.put("/api/v1/tags/" + tag, Map.of());
    String path = "/api/v1/tags/" + tag + "/imports";
    Path file = file(every);
    long start = System.nanoTime();
    String id = service.post(path, "text/plain", body(file)).path("id").asString();
    ServiceUnderTest.await(
        "the import of " + tag,
        LONGEST_IMPORT,
        () -> service.get(path + "/" + id).path("state").asString().equals("DONE"));
    double seconds = (System.nanoTime() - start) / 1e9;
    long lines = IntStream.range(0, USERS).filter(user -> has(user, every)).count();
    report.row(every, lines, "%.1f".formatted(seconds), "%.0f".formatted(lines / seconds));
  }

  /** True for one user in so many, spread as by chance. */
  private static boolean has(int user, int every) {
    long mixed = (user + 0x9E3779B97F4A7C15L * every) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ mixed >>> 32) * 0x94D049BB133111EBL;
    return (mixed >>> 33) % every == 0;
  }

  private static BodyPublisher body(Path file) {
    try {
      return BodyPublishers.ofFile(file);
    } catch (FileNotFoundException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path file(int every) {
    try {
      Path file = Files.createTempFile("users", ".txt");
      file.toFile().deleteOnExit();
      try (BufferedWriter lines = Files.newBufferedWriter(file, StandardCharsets.US_ASCII)) {
        for (int user = 0; user < USERS; user++) {
          if (has(user, every)) {
            lines.write("user-" + user + "\n");
          }
        }
      }
      return file;
    } catch (IOException e) {
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

  private void audience(String expression) {
    long users =
        IntStream.range(0, USERS).filter(user -> isIn(expression, user)).asLongStream().count();
    call("count, " + expression, count(expression), Long.toString(users));
    long found =
        service
            .post("/api/v1/audiences/count", Map.of("expression", expression))
            .path("count")
            .asLong();
    if (found != users) {
      throw new IllegalStateException("%s: %d and not %d".formatted(expression, found, users));
    }
  }

  /** What the service is to say, told by the draw. */
  private static boolean isIn(String expression, int user) {
    return switch (expression) {
      case "fifth AND tenth" -> has(user, 5) && has(user, 10);
      case "half AND NOT hundredth" -> has(user, 2) && !has(user, 100);
      case "hundredth AND thousandth" -> has(user, 100) && has(user, 1_000);
      default -> (has(user, 2) && has(user, 10) || has(user, 100)) && !has(user, 5);
    };
  }

  private void call(String what, Caller.Opening opening, String users) {
    LoadResult cold = new Clients(1, opening).calls(1);
    LoadResult warm = new Clients(1, opening).flatOut(Span.seconds(10));
    check(cold);
    check(warm);
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
    Clients scanners =
        new Clients(SCANNERS, count("(half AND tenth OR hundredth) AND NOT fifth AND everybody"));
    Clients marks = new Clients(SCANNERS, mark());
    Duration length = Span.seconds(20);
    LoadResult alone = marks.at(MARKS_A_SECOND, length);
    CompletableFuture<LoadResult> scans =
        CompletableFuture.supplyAsync(() -> scanners.at(SCANS_A_SECOND, length));
    LoadResult beside = marks.at(MARKS_A_SECOND, length);
    LoadResult scanned = scans.join();
    check(alone);
    check(beside);
    check(scanned);
    report.line(
        "%d marks a second: p50 / p99 %.1f / %.1f ms alone, %.1f / %.1f ms beside %d counts of five tags a second (%.1f / %.1f ms)."
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
    ServiceUnderTest.await("the segments to be built anew", LONGEST_IMPORT, this::isCounted);
    double seconds = (System.nanoTime() - start) / 1e9;
    report.line("");
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

  private Caller.Opening count(String expression) {
    return posted("count", "{\"expression\":\"" + expression + "\"}");
  }

  private Caller.Opening page(String expression) {
    return posted("query", "{\"expression\":\"" + expression + "\",\"limit\":100}");
  }

  private Caller.Opening posted(String call, String body) {
    byte[] request =
        HttpCaller.post("/api/v1/audiences/" + call, service.token(Identity.operator()), body);
    return () -> new HttpCaller(service.port(), () -> request, OK);
  }

  private Caller.Opening mark() {
    String token = service.token(Identity.operator());
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
