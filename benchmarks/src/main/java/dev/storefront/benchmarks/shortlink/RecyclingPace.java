package dev.storefront.benchmarks.shortlink;

import dev.storefront.benchmarks.load.Clients;
import dev.storefront.benchmarks.load.Span;
import dev.storefront.benchmarks.report.Report;
import dev.storefront.benchmarks.stack.ServiceUnderTest;
import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.stack.SuiteService;
import dev.storefront.localstack.suite.Identity;
import java.time.Duration;

/**
 * How many segments a second a recycling run checks and ends, and how many bytes it moves for each:
 * by markers and by codes, while all links live and when all are idle.
 */
public final class RecyclingPace {

  private static final int BY_MARKER = 5;
  private static final int BY_CODE = 6;

  private static final int CALLERS = 8;
  private static final int MOST_SEGMENTS = 50 * CALLERS;
  private static final Duration FILLING = Span.seconds(45);
  private static final int LIVE_RUNS = 10;

  /** From when Redis begins to remember until the first link: for so long all live, and it can. */
  private static final Duration LEAD = Duration.ofSeconds(20);

  /** Longer than it takes to fill both tiers. */
  private static final Duration IDLE = FILLING.multipliedBy(2).plusSeconds(30);

  /** Redis and the service tell the same time, but not at the same moment. */
  private static final Duration SLACK = Duration.ofSeconds(3);

  private final Report report;
  private final ServiceUnderTest service;
  private final RecyclingRuns runs;
  private final LinkDesk desk;

  private RecyclingPace(Report report, ServiceUnderTest service) {
    this.report = report;
    this.service = service;
    this.runs = new RecyclingRuns(service);
    this.desk = new LinkDesk(service.port(), service.token(Identity.service("order-app")));
  }

  /** Measures and reports. */
  public static void run(Home stack, Report report) {
    try (ServiceUnderTest service =
        ServiceUnderTest.start(
            stack,
            SuiteService.SHORTLINK,
            "--storefront.shortlink.tiers.five.recycling-unit=1000",
            "--storefront.shortlink.tiers.five.idle-time=" + IDLE,
            "--storefront.shortlink.tiers.six.recycling-unit=1",
            "--storefront.shortlink.tiers.six.idle-time=" + IDLE,
            "--storefront.shortlink.recycling.scheduled=false",
            "--storefront.shortlink.recycling.segments-per-second=1000000",
            "--storefront.shortlink.recycling.quarantine=" + RecyclingRuns.QUARANTINE,
            "--storefront.runs.poll=10ms")) {
      new RecyclingPace(report, service).run();
    }
  }

  private void run() {
    long remembered = System.nanoTime();
    report.line(
        ("%d callers fill segments: each leases %d ids, publishes a link under each, %d in a batch, and"
                + " ends the lease. A link is idle after %d s without a visit. Nothing holds the runs"
                + " to a pace.")
            .formatted(CALLERS, SegmentCaller.IDS, SegmentCaller.BATCH, IDLE.toSeconds()));
    report.line("");
    report.head(
        "filled",
        "segments",
        "links/s",
        "segments with links that are not confirmed",
        "calls repeated");
    sleepUntil(remembered, LEAD);
    long firstLink = System.nanoTime();
    fill(BY_MARKER);
    fill(BY_CODE);
    long lastLink = System.nanoTime();
    report.line("");
    report.head(
        "tier, strategy",
        "its links",
        "runs",
        "segments",
        "checked/s",
        "bytes a segment",
        "idle",
        "ended/s",
        "ids back");
    sleepUntil(remembered, IDLE.plusSeconds(1));
    whereAllLive(BY_MARKER, firstLink);
    whereAllLive(BY_CODE, firstLink);
    sleepUntil(lastLink, IDLE.plus(SLACK));
    row(BY_MARKER, "idle", 1, runs.due(BY_MARKER));
    row(BY_CODE, "idle", 1, runs.due(BY_CODE));
    report.line("");
    report.line(
        "Checked: from a run's start, with its look at the canaries; idle segments are put into"
            + " quarantine by it. Ended: with the question to HBase about each of their links.");
  }

  private void fill(int tier) {
    Clients callers = new Clients(CALLERS, () -> new SegmentCaller(desk, tier));
    long start = System.nanoTime();
    int segments = 0;
    long failed = 0;
    long repeats = desk.repeats();
    while (segments < MOST_SEGMENTS && System.nanoTime() - start < FILLING.toNanos()) {
      failed += callers.calls(CALLERS).failed();
      segments += CALLERS;
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    report.row(
        name(tier),
        segments,
        "%.0f".formatted(segments * SegmentCaller.IDS / seconds),
        failed,
        desk.repeats() - repeats);
  }

  /** Several runs, for one is short; none begins once the first links may be idle. */
  private void whereAllLive(int tier, long firstLink) {
    long end = firstLink + IDLE.minus(SLACK).toNanos();
    RecyclingRuns.Outcome all = RecyclingRuns.Outcome.NONE;
    int made = 0;
    while (made < LIVE_RUNS && System.nanoTime() < end) {
      all = all.plus(runs.ofToday(tier));
      made++;
    }
    if (made == 0) {
      report.row(name(tier), "live: too slow, some were idle by then", 0, 0, "-", "-", 0, "-", 0);
    } else {
      row(tier, "live", made, all);
    }
  }

  private void row(int tier, String links, int made, RecyclingRuns.Outcome outcome) {
    report.row(
        name(tier),
        links,
        made,
        outcome.checked() / made,
        rate(outcome.checked(), outcome.checking()),
        outcome.checked() == 0 ? "-" : outcome.bytes() / outcome.checked(),
        outcome.idle() / made,
        outcome.recycled() == 0 ? "-" : rate(outcome.recycled(), outcome.ending()),
        outcome.ids());
  }

  private static String rate(long segments, double seconds) {
    return "%.0f".formatted(segments / seconds);
  }

  private static String name(int tier) {
    return "%d, by the %s".formatted(tier, tier == BY_MARKER ? "marker" : "code");
  }

  private static void sleepUntil(long start, Duration later) {
    ServiceUnderTest.await(
        "the time to pass", later.plus(IDLE), () -> System.nanoTime() - start >= later.toNanos());
  }
}
