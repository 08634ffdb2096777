package dev.storefront.benchmarks;

import dev.storefront.benchmarks.fitment.BytesPerPair;
import dev.storefront.benchmarks.fitment.CheckCost;
import dev.storefront.benchmarks.fitment.CheckOverHttp;
import dev.storefront.benchmarks.fitment.ImportPace;
import dev.storefront.benchmarks.fitment.LargestShelf;
import dev.storefront.benchmarks.fitment.WritesOverHttp;
import dev.storefront.benchmarks.flashsale.BytesPerOrder;
import dev.storefront.benchmarks.flashsale.GrabsOverHttp;
import dev.storefront.benchmarks.flashsale.RecoveryPace;
import dev.storefront.benchmarks.flashsale.ReserveRate;
import dev.storefront.benchmarks.history.ListsOverHttp;
import dev.storefront.benchmarks.history.RecordRate;
import dev.storefront.benchmarks.load.Span;
import dev.storefront.benchmarks.report.Report;
import dev.storefront.benchmarks.request.RequestCost;
import dev.storefront.benchmarks.shortlink.BytesPerLink;
import dev.storefront.benchmarks.shortlink.IdsOfTheSdk;
import dev.storefront.benchmarks.shortlink.RecyclingPace;
import dev.storefront.benchmarks.shortlink.RedirectsBesideCold;
import dev.storefront.benchmarks.shortlink.RedirectsOverHttp;
import dev.storefront.benchmarks.usertag.AudiencesOfMillions;
import dev.storefront.benchmarks.usertag.AudiencesOverHttp;
import dev.storefront.benchmarks.usertag.CombinedSets;
import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.server.ProjectRoot;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Runs a measurement by its name. */
public final class Main {

  private static final Map<String, Benchmark> ALL =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("request-cost", RequestCost::run),
              Map.entry("fitment-bytes", BytesPerPair::run),
              Map.entry("fitment-check-redis", CheckCost::run),
              Map.entry("fitment-check-http", CheckOverHttp::run),
              Map.entry("fitment-writes-http", WritesOverHttp::run),
              Map.entry("fitment-import", ImportPace::run),
              Map.entry("fitment-largest-shelf", LargestShelf::run),
              Map.entry("flash-sale-script", ReserveRate::run),
              Map.entry("flash-sale-http", GrabsOverHttp::run),
              Map.entry("flash-sale-bytes", BytesPerOrder::run),
              Map.entry("flash-sale-recovery", RecoveryPace::run),
              Map.entry("history-http", ListsOverHttp::run),
              Map.entry("history-record", RecordRate::run),
              Map.entry("shortlink-bytes", BytesPerLink::run),
              Map.entry("shortlink-cold", RedirectsBesideCold::run),
              Map.entry("shortlink-http", RedirectsOverHttp::run),
              Map.entry("shortlink-recycling", RecyclingPace::run),
              Map.entry("shortlink-sdk", IdsOfTheSdk::run),
              Map.entry("user-tag-http", AudiencesOverHttp::run),
              Map.entry("user-tag-millions", AudiencesOfMillions::run),
              Map.entry("user-tag-sets", CombinedSets::run)));

  private Main() {}

  /**
   * Takes the measurement's name, and for a try, which leaves no page, how many seconds a step may
   * take.
   */
  public static void main(String[] arguments) {
    boolean tried = arguments.length == 2 && arguments[1].matches("[1-9]\\d{0,3}");
    Benchmark benchmark = arguments.length == 1 || tried ? ALL.get(arguments[0]) : null;
    if (benchmark == null) {
      System.err.println("usage: benchmarks/run NAME [SECONDS], NAME one of " + ALL.keySet());
      System.exit(2);
      return;
    }
    if (tried) {
      Span.limit(Integer.parseInt(arguments[1]));
    }
    Path root = ProjectRoot.find();
    String home = System.getenv().getOrDefault("STOREFRONT_HOME", "");
    Home stack = new Home(home.isBlank() ? root.resolve(".storefront") : Path.of(home));
    Report report = new Report(root, arguments[0]);
    benchmark.run(stack, report);
    if (!tried) {
      report.save();
    }
    System.exit(0);
  }

  /** A measurement on the stack that runs in a home. */
  @FunctionalInterface
  interface Benchmark {
    void run(Home stack, Report report);
  }
}
