package dev.storefront.benchmarks.request;

import dev.storefront.benchmarks.load.Span;
import dev.storefront.benchmarks.report.Report;
import dev.storefront.benchmarks.stack.MainProcess;
import dev.storefront.localstack.home.Home;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What a service adds to each request: filters, scopes, metrics, limits. An endpoint that does
 * nothing, in all that every service has, beside the same endpoint in Spring MVC alone, in turns.
 */
public final class RequestCost {

  private static final Duration WARM_UP = Span.seconds(40);
  private static final Duration ROUND = Span.seconds(5);
  private static final int ROUNDS = 9;
  private static final String NO_ISSUER = "--storefront.security.issuer=http://127.0.0.1:1";

  private RequestCost() {}

  /** Measures and reports; needs no stack. */
  public static void run(Home stack, Report report) {
    List<Cost> bare = new ArrayList<>();
    List<Cost> service = new ArrayList<>();
    try (MainProcess alone = new MainProcess(BareServer.class, List.of(NO_ISSUER));
        MainProcess whole =
            new MainProcess(EmptyService.class, List.of(NO_ISSUER, MainProcess.WITHOUT_SERVERS))) {
      Cost.of(alone, WARM_UP);
      Cost.of(whole, WARM_UP);
      for (int round = 0; round < ROUNDS; round++) {
        bare.add(Cost.of(alone, ROUND));
        service.add(Cost.of(whole, ROUND));
      }
    }
    report.line(
        "An endpoint that does nothing, called flat out over 32 connections, %d times %d s of each in turns: the median, and in brackets the least and the most. Clients and server share the processors."
            .formatted(ROUNDS, ROUND.toSeconds()));
    report.line("");
    report.head("what", "requests/s", "CPU µs a request");
    row(report, "Spring MVC alone", bare);
    row(report, "**all that every service has**", service);
    report.line("");
    report.line(
        "Of the bare one's rate the service reaches **%.0f %%** (in single rounds %s), at %.0f %% of its CPU time a request."
            .formatted(
                100 * middle(service, Cost::rate) / middle(bare, Cost::rate),
                singleRounds(service, bare),
                100 * middle(service, Cost::cpuMicros) / middle(bare, Cost::cpuMicros)));
  }

  private static void row(Report report, String what, List<Cost> costs) {
    report.row(what, spread(costs, Cost::rate), spread(costs, Cost::cpuMicros));
  }

  private static String spread(List<Cost> costs, ToDoubleFunction<Cost> of) {
    return "%.0f (%.0f to %.0f)"
        .formatted(
            middle(costs, of),
            costs.stream().mapToDouble(of).min().orElseThrow(),
            costs.stream().mapToDouble(of).max().orElseThrow());
  }

  private static double middle(List<Cost> costs, ToDoubleFunction<Cost> of) {
    return costs.stream().mapToDouble(of).sorted().skip(costs.size() / 2).findFirst().orElseThrow();
  }

  private static String singleRounds(List<Cost> service, List<Cost> bare) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < service.size(); i++) {
      ratios.add(100 * service.get(i).rate() / bare.get(i).rate());
    }
    return "%.0f to %.0f"
        .formatted(
            ratios.stream().min(Double::compare).orElseThrow(),
            ratios.stream().max(Double::compare).orElseThrow());
  }
}
