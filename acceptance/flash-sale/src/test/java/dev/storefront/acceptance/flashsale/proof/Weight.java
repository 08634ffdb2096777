package dev.storefront.acceptance.flashsale.proof;

import dev.storefront.acceptance.flashsale.proof.Violation.Rule;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Whether a run proves anything: where nothing was accepted, nothing can have been broken. */
public final class Weight {

  private Weight() {}

  /**
   * A violation if fewer orders were accepted, with what came of all grabs instead.
   *
   * @param least accepted orders that the run is to have
   */
  public static Optional<Violation> check(Run run, long least) {
    long accepted = accepted(run);
    return accepted >= least
        ? Optional.empty()
        : Optional.of(
            new Violation(
                Rule.NOTHING_PROVEN,
                "the run",
                "%d orders accepted, of at least %d; grabs: %s"
                    .formatted(accepted, least, outcomes(run))));
  }

  /** Orders of which a reply said that they were grabbed. */
  public static long accepted(Run run) {
    return run.exchanges().stream()
        .filter(exchange -> exchange.request() instanceof Request.Grab)
        .filter(exchange -> exchange.outcome() instanceof Outcome.Done)
        .map(exchange -> exchange.request().orderId())
        .distinct()
        .count();
  }

  private static Map<String, Long> outcomes(Run run) {
    return run.exchanges().stream()
        .filter(exchange -> exchange.request() instanceof Request.Grab)
        .collect(
            Collectors.groupingBy(
                exchange -> nameOf(exchange.outcome()), TreeMap::new, Collectors.counting()));
  }

  private static String nameOf(Outcome outcome) {
    if (outcome instanceof Outcome.Refused refused) {
      return refused.code();
    }
    if (outcome instanceof Outcome.Unknown unknown) {
      return "unknown: " + unknown.why();
    }
    return outcome instanceof Outcome.Done ? "accepted" : "not sent";
  }
}
