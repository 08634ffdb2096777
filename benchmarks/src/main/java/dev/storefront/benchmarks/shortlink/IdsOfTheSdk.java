package dev.storefront.benchmarks.shortlink;

import dev.storefront.benchmarks.load.Span;
import dev.storefront.benchmarks.report.Report;
import dev.storefront.benchmarks.shortlink.NextId.Source;
import dev.storefront.localstack.home.Home;
import java.util.Objects;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Statistics;

/**
 * How many ids a second the SDK gives, on one thread and on many, from a dispatcher that is a
 * millisecond away: in the same process, which is allocation alone, and over HTTP. Measured by JMH;
 * every id is looked at: none may come twice.
 */
public final class IdsOfTheSdk {

  private static final int[] THREADS = {1, 64};
  private static final int FORKS = 2;
  private static final int ROUNDS = 3;
  private static final int SECONDS = 2;
  private static final int MEDIAN = 50;

  private final Report report;

  private IdsOfTheSdk(Report report) {
    this.report = report;
  }

  /** Measures and reports; needs no server of the stack. */
  public static void run(Home stack, Report report) {
    report.line(
        ("Ids a second of the SDK's next(), by JMH: %d JVMs for each row, one after the other, in"
                + " each %d rounds of %d s after as many to warm up. Each id is looked at.")
            .formatted(FORKS, ROUNDS, SECONDS));
    report.line("");
    report.line(
        "- alone: the SDK's allocator with a dispatcher in the same process, which answers 1 ms"
            + " later and has its codes at hand. Neither HTTP nor JSON, as for leaf-core.");
    report.line(
        "- over HTTP: ShortLinkClient with a desk that answers 1 ms later, in the same process, on"
            + " the same processors: both sides' HTTP and the JSON of all codes are in it.");
    report.line(
        "- ns an id: processor time, of the threads that take ids, and of all the process with what"
            + " gives leases, collects garbage and compiles.");
    report.line("");
    report.head(
        "leases",
        "ids of a lease",
        "threads",
        "ids a second, median",
        "of the rounds",
        "mean and its 99.9% error",
        "ns an id, callers",
        "all",
        "failures",
        "duplicates");
    IdsOfTheSdk ids = new IdsOfTheSdk(report);
    ids.measure("alone", Source.DISPATCHER, 1_000);
    ids.measure("over HTTP", Source.DESK, 1_000);
    // To which the SDK goes by itself at such rates, where the service gives what is asked for.
    ids.measure("over HTTP", Source.DESK, 10_000);
    ids.leaf();
  }

  private void measure(String leases, Source source, int leaseSize) {
    for (int threads : THREADS) {
      RunResult result = jmh(source, leaseSize, threads);
      Statistics rates = result.getPrimaryResult().getStatistics();
      report.row(
          leases,
          leaseSize,
          threads,
          "**%.1f million**".formatted(rates.getPercentile(MEDIAN) / 1e6),
          "%.1f to %.1f million".formatted(rates.getMin() / 1e6, rates.getMax() / 1e6),
          "%.1f ± %.1f million"
              .formatted(
                  result.getPrimaryResult().getScore() / 1e6,
                  result.getPrimaryResult().getScoreError() / 1e6),
          Math.round(sum(result, "callersNanos") / sum(result, "taken")),
          Math.round(sum(result, "allNanos") / sum(result, "taken")),
          Math.round(sum(result, "failures")),
          Math.round(sum(result, "duplicates")));
    }
  }

  private static RunResult jmh(Source source, int leaseSize, int threads) {
    TimeValue round = TimeValue.milliseconds(Span.seconds(SECONDS).toMillis());
    try {
      return new Runner(
              new OptionsBuilder()
                  .include(NextId.class.getName())
                  .param("source", source.name())
                  .param("leaseSize", Integer.toString(leaseSize))
                  .threads(threads)
                  .forks(FORKS)
                  .warmupIterations(ROUNDS)
                  .warmupTime(round)
                  .measurementIterations(ROUNDS)
                  .measurementTime(round)
                  .shouldFailOnError(true)
                  .verbosity(VerboseMode.SILENT)
                  .build())
          .runSingle();
    } catch (RunnerException e) {
      throw new IllegalStateException(e);
    }
  }

  private static double sum(RunResult result, String counter) {
    return Objects.requireNonNull(result.getSecondaryResults().get(counter)).getScore();
  }

  /** Measured elsewhere: this library is not to be had here. */
  private void leaf() {
    String elsewhere = "leaf-core, measured elsewhere and not here: alone, without codes";
    report.row(elsewhere, 1_000, 1, "14.3 million", "", "", "", "", "", "");
    report.row(elsewhere, 1_000, 64, "2.5 million", "", "", "", "", 659, "");
  }
}
