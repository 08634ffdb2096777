package dev.storefront.acceptance.flashsale.faults;

import dev.storefront.acceptance.flashsale.faults.Plan.Step;
import dev.storefront.acceptance.flashsale.proof.Books;
import dev.storefront.acceptance.flashsale.proof.Exchange;
import dev.storefront.acceptance.flashsale.proof.Outcome;
import dev.storefront.acceptance.flashsale.proof.Proof;
import dev.storefront.acceptance.flashsale.proof.Run;
import dev.storefront.acceptance.flashsale.proof.Sale;
import dev.storefront.acceptance.flashsale.proof.Violation;
import dev.storefront.acceptance.flashsale.proof.Violation.Rule;
import dev.storefront.acceptance.flashsale.proof.Weight;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Plays a plan, waits until all has settled, and proves it. */
final class Round {

  /** How long the servers may take to settle before what does not agree is a fault. */
  private static final Duration SETTLE_BOUND = Duration.ofSeconds(120);

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);
  private static final Duration LEAD = Duration.ofMillis(500);
  private static final int THREADS = 8;

  /** Accepted orders, of 30 that are asked for; also in a round of which a third is an outage. */
  private static final int LEAST_PER_SECOND = 1;

  private final Servers servers;
  private final Clients clients;
  private final BooksReader reader;
  private final Time time = new Time();
  private final Set<Long> open = new HashSet<>();
  private int looks;

  Round(Servers servers, Clients clients) {
    this.servers = servers;
    this.clients = clients;
    this.reader = new BooksReader(servers, clients);
  }

  /** What came of a round. */
  record Result(Run run, Duration untilSettled, List<Violation> violations) {

    /** Everything that is known of it, a line each, order by order. */
    String log() {
      Stream<String> calls =
          run.exchanges().stream()
              .sorted(
                  Comparator.comparing((Exchange e) -> e.request().orderId())
                      .thenComparing(Exchange::sent))
              .map(Exchange::toString);
      Stream<String> books =
          Stream.of(run.books().items(), run.books().ledger(), run.books().balances())
              .flatMap(List::stream)
              .map(Object::toString);
      return Stream.of(violations.stream().map(Violation::toString), calls, books)
          .flatMap(lines -> lines)
          .collect(Collectors.joining("\n", "", "\n"));
    }
  }

  Result play(Plan plan) throws InterruptedException {
    List<Sale> sales = open(plan);
    long begin = time.elapsed() + LEAD.toMillis();
    ScheduledExecutorService threads = Executors.newScheduledThreadPool(THREADS);
    try {
      List<CompletableFuture<Exchange>> exchanges =
          plan.calls().stream().map(call -> make(call, begin, threads)).toList();
      List<Future<?>> steps = new ArrayList<>();
      for (Step step : plan.steps()) {
        steps.add(
            threads.schedule(
                () -> step.action().on(servers),
                begin + step.at() - time.elapsed(),
                TimeUnit.MILLISECONDS));
      }
      List<Exchange> made =
          new ArrayList<>(exchanges.stream().map(CompletableFuture::join).toList());
      List<Violation> pointless = new ArrayList<>();
      for (Future<?> step : steps) {
        awaitStep(step).ifPresent(pointless::add);
      }
      return weighed(settle(sales, made, threads), plan.length(), pointless);
    } finally {
      threads.shutdownNow();
    }
  }

  /** A round in which next to nothing was accepted is no better than a broken promise. */
  private static Result weighed(Result result, Duration length, List<Violation> pointless) {
    List<Violation> violations = new ArrayList<>(result.violations());
    violations.addAll(pointless);
    Weight.check(result.run(), length.toSeconds() * LEAST_PER_SECOND).ifPresent(violations::add);
    return new Result(result.run(), result.untilSettled(), violations);
  }

  private CompletableFuture<Exchange> make(
      PlannedCall call, long begin, ScheduledExecutorService threads) {
    long wait = begin + call.at() - time.elapsed();
    return CompletableFuture.supplyAsync(
            () -> clients.make(call, time),
            CompletableFuture.delayedExecutor(wait, TimeUnit.MILLISECONDS, threads))
        .thenCompose(exchange -> exchange);
  }

  private List<Sale> open(Plan plan) {
    for (PlannedSale sale : plan.sales()) {
      clients.operate("POST", "/api/v1/promotions", sale.json(time.start()));
      clients.operate("POST", "/api/v1/promotions/" + sale.promotionId() + "/approve", "");
    }
    return plan.sales().stream().map(sale -> sale.from(time.start())).toList();
  }

  /** A violation if it was left out. */
  private static Optional<Violation> awaitStep(Future<?> step) throws InterruptedException {
    try {
      step.get();
      return Optional.empty();
    } catch (ExecutionException e) {
      // Those that come after it in turn have it as their cause.
      Throwable cause = e.getCause();
      Throwable first = cause instanceof CompletionException ? cause.getCause() : cause;
      if (first instanceof PointlessStepException) {
        return Optional.of(new Violation(Rule.NOTHING_PROVEN, "a step", first.getMessage()));
      }
      throw new IllegalStateException("a server could not be broken or mended", cause);
    }
  }

  private static void pause(ScheduledExecutorService threads) throws InterruptedException {
    try {
      threads.schedule(() -> {}, BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS).get();
    } catch (ExecutionException never) {
      throw new IllegalStateException(never);
    }
  }

  /** Looks again and again until the proof holds; what is wrong for good stays wrong. */
  private Result settle(
      List<Sale> sales, List<Exchange> exchanges, ScheduledExecutorService threads)
      throws InterruptedException {
    servers.redis().awaitWhole();
    long from = time.elapsed();
    while (true) {
      Result result = look(sales, exchanges, from);
      boolean late = time.elapsed() - from > SETTLE_BOUND.toMillis();
      if (result.violations().isEmpty() || late) {
        return result;
      }
      pause(threads);
    }
  }

  private Result look(List<Sale> sales, List<Exchange> exchanges, long from) {
    List<Exchange> closed = probe(sales, exchanges);
    Books books = new Books(time.now(), List.of(), List.of(), List.of());
    try {
      books = reader.read(sales.stream().map(Sale::promotionId).toList(), time);
    } catch (SQLException | IllegalStateException notYet) {
      // Of empty books nothing can be proven.
    }
    Run run = new Run(sales, List.copyOf(exchanges), books);
    List<Violation> violations = new ArrayList<>(Proof.of(run));
    closed.forEach(
        probe -> violations.add(new Violation(Rule.CLOSED, "a promotion", probe.toString())));
    return new Result(run, Duration.ofMillis(time.elapsed() - from), violations);
  }

  /**
   * Asks for a unit of each promotion of which it is not yet known that it is open again; those
   * calls that told nothing.
   */
  private List<Exchange> probe(List<Sale> sales, List<Exchange> exchanges) {
    looks++;
    Map<Long, Exchange> probes = new TreeMap<>();
    sales.stream()
        .map(Sale::promotionId)
        .filter(promotion -> !open.contains(promotion))
        .forEach(id -> probes.put(id, clients.make(Planner.probe(looks, id), time).join()));
    exchanges.addAll(probes.values());
    probes.values().removeIf(probe -> !(probe.outcome() instanceof Outcome.Unknown));
    sales.stream().map(Sale::promotionId).filter(id -> !probes.containsKey(id)).forEach(open::add);
    return List.copyOf(probes.values());
  }
}
