package dev.storefront.benchmarks;

import dev.storefront.benchmarks.fitment.BytesPerPair;
import dev.storefront.benchmarks.fitment.CheckCost;
import dev.storefront.benchmarks.fitment.CheckOverHttp;
import dev.storefront.benchmarks.fitment.ImportPace;
import dev.storefront.benchmarks.fitment.LargestShelf;
import dev.storefront.benchmarks.flashsale.BytesPerOrder;
import dev.storefront.benchmarks.flashsale.GrabsOverHttp;
import dev.storefront.benchmarks.flashsale.RecoveryPace;
import dev.storefront.benchmarks.flashsale.TakeRate;
import dev.storefront.benchmarks.report.Report;
import dev.storefront.benchmarks.request.RequestCost;
import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.server.ProjectRoot;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Runs a measurement by its name. */
public final class Main {

  private static final Map<String, Benchmark> ALL =
      new TreeMap<>(
          Map.of(
              "request-cost", RequestCost::run,
              "fitment-bytes", BytesPerPair::run,
              "fitment-check-redis", CheckCost::run,
              "fitment-check-http", CheckOverHttp::run,
              "fitment-import", ImportPace::run,
              "fitment-largest-shelf", LargestShelf::run,
              "flash-sale-script", TakeRate::run,
              "flash-sale-http", GrabsOverHttp::run,
              "flash-sale-bytes", BytesPerOrder::run,
              "flash-sale-recovery", RecoveryPace::run));

  private Main() {}

  /** Takes the measurement's name. */
  public static void main(String[] arguments) {
    Benchmark benchmark = arguments.length == 1 ? ALL.get(arguments[0]) : null;
    if (benchmark == null) {
      System.err.println("usage: benchmarks/run NAME, one of " + ALL.keySet());
      System.exit(2);
      return;
    }
    Path root = ProjectRoot.find();
    String home = System.getenv().getOrDefault("STOREFRONT_HOME", "");
    Home stack = new Home(home.isBlank() ? root.resolve(".storefront") : Path.of(home));
    Report report = new Report(root, arguments[0]);
    benchmark.run(stack, report);
    report.save();
    System.exit(0);
  }

  /** A measurement on the stack that runs in a home. */
  @FunctionalInterface
  interface Benchmark {
    void run(Home stack, Report report);
  }
}
