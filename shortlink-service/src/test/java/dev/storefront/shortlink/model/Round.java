package dev.storefront.shortlink.model;

import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.TestTokens;
import dev.storefront.shortlink.model.Client.Instance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.awaitility.core.ConditionFactory;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Links are made; of some of them nobody wants to know any more, until they are idle; these are
 * recycled while something fails; in the end, with all servers back, every code leads where it has
 * to.
 */
final class Round {

  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final Duration IN_HBASE = Duration.ofMinutes(1);
  private static final int WRITERS = 2;
  private static final int VISITORS = 2;

  /** For all that an instance remembers of a link, or of there being none. */
  private static final Duration REMEMBERED = Duration.ofMillis(LinkModel.LATE + 200);

  private final LinkModel model;
  private final Client client;
  private final Actors actors;
  private final Ledger ledger;
  private final Consumer<String> forgetting;
  private final Times times;
  private final Random random;

  /**
   * How long what lasts.
   *
   * @param idle until links that nobody visits are idle
   * @param acting of what comes before, and at least of the fault
   */
  record Times(Duration idle, Duration acting) {}

  /**
   * A round.
   *
   * @param forgetting has Redis forget a link
   */
  Round(
      LinkModel model,
      Client client,
      Actors actors,
      Ledger ledger,
      Consumer<String> forgetting,
      Times times,
      long seed) {
    this.model = model;
    this.client = client;
    this.actors = actors;
    this.ledger = ledger;
    this.forgetting = forgetting;
    this.times = times;
    this.random = new Random(seed);
  }

  /**
   * Plays it.
   *
   * @param fault what fails, and is mended when this returns
   */
  void play(Runnable fault) {
    during(List.of(), () -> pause(times.acting()));
    actors.abandon(random);
    actors.publishers().leasesEnd();
    ledger.endLeases(false);
    long idleAt = Client.now() + times.idle().toMillis();
    while (Client.now() < idleAt) {
      keep(client.any(random));
      pause(times.idle().dividedBy(10));
    }
    model.recycledUntil(LinkModel.NEVER);
    Random runs = new Random(random.nextLong());
    during(
        List.of(() -> recycle(runs)),
        () -> {
          long end = Client.now() + times.acting().toMillis();
          fault.run();
          pause(Duration.ofMillis(Math.max(0, end - Client.now())));
        });
    recycle(runs);
    ledger.runs().forEach(run -> operate(runs, "DELETE", "/" + run, null));
    await().atMost(PATIENCE).until(() -> ledger.isRecyclingOver() && ledger.isAllTold());
    model.recycledUntil(Client.now());
    settle();
  }

  /** Applications and visitors act, and somebody visits each link now and then. */
  private void during(List<Runnable> more, Runnable work) {
    AtomicBoolean over = new AtomicBoolean();
    List<Runnable> all = new ArrayList<>(more);
    for (int n = 0; n < WRITERS; n++) {
      Random own = new Random(random.nextLong());
      all.add(() -> actors.write(own));
    }
    for (int n = 0; n < VISITORS; n++) {
      Random own = new Random(random.nextLong());
      all.add(() -> actors.visit(own));
    }
    Random keeper = new Random(random.nextLong());
    all.add(() -> keep(client.any(keeper)));
    ExecutorService threads = Executors.newFixedThreadPool(all.size());
    try {
      List<CompletableFuture<Void>> acting =
          all.stream()
              .map(act -> CompletableFuture.runAsync(() -> repeat(act, over), threads))
              .toList();
      try {
        work.run();
      } finally {
        over.set(true);
      }
      acting.forEach(CompletableFuture::join);
    } finally {
      threads.shutdownNow();
    }
  }

  private static void repeat(Runnable act, AtomicBoolean over) {
    while (!over.get()) {
      act.run();
      pause(Duration.ofMillis(10));
    }
  }

  private void keep(Instance at) {
    actors.current().forEach(code -> actors.visit(code, at));
  }

  /** A run, and then the next one. */
  private void recycle(Random runs) {
    ledger.segmentsAreDue();
    operate(runs, "POST", "", "{\"tier\":5}");
    long end = Client.now() + times.acting().toMillis();
    while (Client.now() < end && !ledger.isRecyclingOver()) {
      pause(Duration.ofMillis(100));
    }
  }

  private void operate(Random runs, String method, String path, @Nullable String body) {
    String all = "/api/v1/recycling-runs";
    client.call(client.any(runs), method, all + path, TestTokens.operator(), body);
  }

  /** All servers are back: each code is answered, and rightly, also of what HBase alone has. */
  private void settle() {
    TreeSet<String> all = new TreeSet<>(actors.current());
    all.addAll(actors.abandoned());
    for (String code : all) {
      client.all().forEach(at -> soon(code).atMost(PATIENCE).until(() -> actors.visit(code, at)));
    }
    model.isLagging(false);
    pause(REMEMBERED);
    Instance at = client.any(random);
    for (String code : actors.current()) {
      try {
        soon(code)
            .atMost(IN_HBASE)
            .ignoreExceptions()
            .until(
                () -> {
                  forgetting.accept(code);
                  return actors.isRight(code, at);
                });
      } catch (ConditionTimeoutException wrong) {
        model.blame(code, "is not in HBase as it should be", new LinkModel.Span(0, Client.now()));
      }
    }
    pause(REMEMBERED);
    keep(at);
    ledger.freeTwice().forEach(id -> model.blame(id, "is free twice", new LinkModel.Span(0, 0)));
  }

  /** Looks at once: before each of some hundred codes a wait would add up. */
  private static ConditionFactory soon(String code) {
    return await(code).pollDelay(Duration.ZERO);
  }

  static void pause(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
  }
}
