package dev.storefront.benchmarks.shortlink;

import dev.storefront.benchmarks.load.Caller;
import dev.storefront.benchmarks.load.Clients;
import dev.storefront.benchmarks.load.HttpCaller;
import dev.storefront.benchmarks.load.LoadResult;
import dev.storefront.benchmarks.load.Span;
import dev.storefront.benchmarks.report.Report;
import dev.storefront.benchmarks.stack.ServiceUnderTest;
import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.stack.SuiteService;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Redirects of links that Redis has, beside a flood of random codes that Redis does not have and
 * HBase alone could know, while HBase answers and while it hangs.
 */
public final class RedirectsBesideCold {

  /** So many that none is late because all of them wait. */
  private static final int CLIENTS = 128;

  private static final int LINKS = 200;
  private static final int HOT_RATE = 500;
  private static final int FLOOD = 10_000;

  /** Two processors can do this beside all else while HBase answers nothing. */
  private static final int SMALLER_FLOOD = 2_000;

  /** And this while it answers. */
  private static final int SMALL_FLOOD = 500;

  private static final int FOUND = 302;
  private static final int NOT_FOUND = 404;
  private static final Duration WARM_UP = Span.seconds(60);
  private static final Duration MEASURED = Span.seconds(20);

  /** From a row's start; its first three seconds do not count. */
  private static final Duration PAUSED_AFTER = Span.seconds(8);

  private static final Duration BACK = Duration.ofMinutes(3);
  private static final int GOOD_IN_A_ROW = 100;
  private static final int CODE = 7;

  private static final String LETTERS =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

  /** Does nothing: a flood of these says what its HTTP alone costs the hot calls. */
  private static final String EMPTY = "actuator/health/liveness";

  private static final Runnable NOTHING = () -> {};

  private final Report report;
  private final ServiceUnderTest service;
  private final HangingHBase hbase;
  private final Clients hot;

  private RedirectsBesideCold(Report report, ServiceUnderTest service, HangingHBase hbase) {
    this.report = report;
    this.service = service;
    this.hbase = hbase;
    List<byte[]> links =
        IntStream.range(0, LINKS).mapToObj(n -> HttpCaller.get("/" + link(n))).toList();
    this.hot =
        new Clients(
            CLIENTS,
            () ->
                new HttpCaller(
                    service.port(),
                    () -> links.get(ThreadLocalRandom.current().nextInt(LINKS)),
                    FOUND));
  }

  /** Measures and reports. */
  public static void run(Home stack, Report report) {
    try (ServiceUnderTest service =
            ServiceUnderTest.start(
                stack, SuiteService.SHORTLINK, "--storefront.shortlink.cold.budget=300ms");
        HangingHBase hbase = new HangingHBase(stack)) {
      new RedirectsBesideCold(report, service, hbase).run();
    }
  }

  private String link(int number) {
    return service
        .post("/api/v1/links", Map.of("url", "https://shop.example/products/" + number))
        .path("code")
        .asString();
  }

  private void run() {
    hot.flatOut(WARM_UP);
    beside(SMALLER_FLOOD, RedirectsBesideCold::slug, NOTHING);
    beside(SMALLER_FLOOD, RedirectsBesideCold::slug, NOTHING);
    beside(SMALLER_FLOOD, RedirectsBesideCold::code, NOTHING);
    head();
    row("alone", hot.at(HOT_RATE, MEASURED), null);
    row("beside %d empty calls/s", SMALL_FLOOD, () -> EMPTY, NOTHING);
    row("beside %d slugs/s, HBase is well", SMALL_FLOOD, RedirectsBesideCold::slug, NOTHING);
    row("beside %d empty calls/s", SMALLER_FLOOD, () -> EMPTY, NOTHING);
    row("beside %d slugs/s, HBase is well", SMALLER_FLOOD, RedirectsBesideCold::slug, NOTHING);
    row("beside %d codes/s, HBase is well", SMALLER_FLOOD, RedirectsBesideCold::code, NOTHING);
    row("beside %d empty calls/s", FLOOD, () -> EMPTY, NOTHING);
    row("beside %d slugs/s, HBase is well", FLOOD, RedirectsBesideCold::slug, NOTHING);
    row("beside %d codes/s, HBase is well", FLOOD, RedirectsBesideCold::code, NOTHING);
    try {
      row(
          "beside %d slugs/s, HBase stops meanwhile",
          FLOOD, RedirectsBesideCold::slug, hbase::pause);
      row("beside %d slugs/s, HBase hangs", SMALL_FLOOD, RedirectsBesideCold::slug, NOTHING);
      row("beside %d slugs/s, HBase hangs", SMALLER_FLOOD, RedirectsBesideCold::slug, NOTHING);
      row("beside %d codes/s, HBase hangs", SMALLER_FLOOD, RedirectsBesideCold::code, NOTHING);
      row("beside %d slugs/s, HBase hangs", FLOOD, RedirectsBesideCold::slug, NOTHING);
      row("beside %d codes/s, HBase hangs", FLOOD, RedirectsBesideCold::code, NOTHING);
    } finally {
      hbase.restart();
    }
    awaitHBase();
    row("beside %d slugs/s, HBase is back", SMALL_FLOOD, RedirectsBesideCold::slug, NOTHING);
    row("beside %d slugs/s, HBase is back", FLOOD, RedirectsBesideCold::slug, NOTHING);
    row("alone again", hot.at(HOT_RATE, MEASURED), null);
  }

  private void head() {
    report.line(
        ("Hot: an open loop of %d redirects a second of %d links, %d clients, latencies from when a"
                + " call was due. Beside it random names that nobody has: slugs, which HBase alone"
                + " could know, and codes of seven letters, of most of which MySQL knows that nobody"
                + " has them; or empty calls, which do nothing. Each for %d s. A cold code may take 300 ms. Clients, service and servers"
                + " share the processors; a visitor's address may ask for as many codes as it likes.")
            .formatted(HOT_RATE, LINKS, CLIENTS, MEASURED.toSeconds()));
    report.line("");
    report.head(
        "hot",
        "calls/s",
        "p50 ms",
        "p99 ms",
        "p99.9 ms",
        "longest ms",
        "unexpected",
        "flood, answers/s",
        "its answers");
  }

  private record Both(LoadResult hot, Flood.Answers flood) {}

  private void row(String what, int rate, Supplier<String> codes, Runnable meanwhile) {
    Both both = beside(rate, codes, meanwhile);
    row(what.formatted(rate), both.hot(), both.flood());
  }

  /**
   * Hot calls beside a flood.
   *
   * @param meanwhile is done some seconds later
   */
  private Both beside(int rate, Supplier<String> codes, Runnable meanwhile) {
    Executor later =
        CompletableFuture.delayedExecutor(PAUSED_AFTER.toMillis(), TimeUnit.MILLISECONDS);
    try (Flood flood = new Flood(service.port(), rate, () -> HttpCaller.get("/" + codes.get()))) {
      CompletableFuture<Void> done = CompletableFuture.runAsync(meanwhile, later);
      LoadResult calls = hot.at(HOT_RATE, MEASURED);
      done.join();
      return new Both(calls, flood.end());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void row(String what, LoadResult calls, Flood.@Nullable Answers flood) {
    report.row(
        what,
        "%.0f".formatted(calls.goodRate()),
        "%.1f".formatted(calls.millis(50)),
        "%.1f".formatted(calls.millis(99)),
        "%.1f".formatted(calls.millis(99.9)),
        "%.0f".formatted(calls.millis(100)),
        calls.failed(),
        flood == null ? "-" : "%.0f".formatted(flood.rate()),
        flood == null ? "-" : flood.shares());
  }

  /** Returns once the service knows again that nobody has a slug. */
  private void awaitHBase() {
    ServiceUnderTest.await("HBase", BACK, this::isBack);
  }

  private boolean isBack() {
    try (Caller cold =
        new HttpCaller(service.port(), () -> HttpCaller.get("/" + slug()), NOT_FOUND)) {
      for (int n = 0; n < GOOD_IN_A_ROW; n++) {
        if (!cold.call()) {
          return false;
        }
      }
      return true;
    } catch (Exception notYet) {
      return false;
    }
  }

  private static String slug() {
    return "cold-" + Long.toHexString(ThreadLocalRandom.current().nextLong());
  }

  private static String code() {
    return ThreadLocalRandom.current()
        .ints(CODE, 0, LETTERS.length())
        .mapToObj(LETTERS::charAt)
        .map(String::valueOf)
        .collect(Collectors.joining());
  }
}
