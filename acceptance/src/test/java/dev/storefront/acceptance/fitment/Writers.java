package dev.storefront.acceptance.fitment;

import static org.awaitility.Awaitility.await;

import dev.storefront.acceptance.fitment.PlannedSku.Role;
import dev.storefront.localstack.suite.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * Several threads that change SKUs until they have done their number, or the service is gone. They
 * patch the same SKUs, each with vehicles that are its own, so that every order comes to the same.
 */
final class Writers {

  private static final int THREADS = 4;
  private static final int MOST_CHANGED = 6;
  private static final int OK = 200;
  private static final int MOST_ATTEMPTS = 100;
  private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(200);
  private static final Duration LONGEST = Duration.ofMinutes(10);
  private static final Duration POLL = Duration.ofMillis(10);

  private final Trial trial;
  private final List<PlannedSku> shared;
  private final List<List<PlannedSku>> owned;
  private final SplittableRandom random;
  private final AtomicInteger done = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();
  private final AtomicInteger left = new AtomicInteger();
  private List<Thread> threads = List.of();

  Writers(Trial trial) {
    this.trial = trial;
    this.random = new SplittableRandom(trial.size().seed() + 1);
    this.shared = trial.load().skus(Role.SHARED);
    List<PlannedSku> all = trial.load().skus(Role.OWNED);
    this.owned =
        IntStream.range(0, THREADS)
            .mapToObj(t -> all.stream().filter(sku -> sku.number() % THREADS == t).toList())
            .toList();
  }

  /** Begins with that many writes. */
  void start(int writes) {
    left.set(writes);
    threads =
        IntStream.range(0, THREADS)
            .mapToObj(t -> new Writer(t, random.split()))
            .map(writer -> new Thread(writer::work, "writer"))
            .toList();
    threads.forEach(Thread::start);
  }

  /** Returns once that many writes of all have been confirmed; false if the writers end before. */
  boolean awaitDone(int confirmed) {
    await()
        .atMost(LONGEST)
        .pollInterval(POLL)
        .until(() -> done.get() >= confirmed || threads.stream().noneMatch(Thread::isAlive));
    return done.get() >= confirmed;
  }

  /** Returns once all threads have ended. */
  void join() {
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
  }

  int done() {
    return done.get();
  }

  /** How often a write was refused for the moment, and sent again. */
  int refused() {
    return refused.get();
  }

  private final class Writer {

    private final int number;
    private final SplittableRandom random;

    private Writer(int number, SplittableRandom random) {
      this.number = number;
      this.random = random;
    }

    void work() {
      while (left.getAndDecrement() > 0) {
        boolean own = random.nextInt(3) == 0;
        List<PlannedSku> some = own ? owned.get(number) : shared;
        PlannedSku sku = some.get(random.nextInt(some.size()));
        if (!(own && random.nextBoolean() ? put(sku) : patch(sku, own))) {
          return;
        }
        trial.journal().progress("%,d writes", done.get());
      }
    }

    private boolean put(PlannedSku sku) {
      List<Group> groups = trial.load().groups();
      Group group =
          random.nextInt(4) == 0 ? groups.get(random.nextInt(groups.size())) : sku.group();
      Fitment fitment = new Fitment(group, false, trial.load().fits(sku, random));
      return write("PUT", sku, fitment.json(), Change.put(fitment));
    }

    private boolean patch(PlannedSku sku, boolean own) {
      Fits add = someOf(sku, own);
      Fits remove = someOf(sku, own);
      Object body = Json.object("add", add.ids().toArray()).and("remove", remove.ids().toArray());
      // By chance none of the vehicles may be this writer's.
      return add.size() + remove.size() == 0
          || write("PATCH", sku, body, Change.patch(add, remove));
    }

    /** Vehicles of the SKU's family, and none of another writer's unless the SKU is this one's. */
    private Fits someOf(PlannedSku sku, boolean own) {
      IntStream some = sku.family().some(THREADS * MOST_CHANGED, random.nextBoolean(), random);
      int from = sku.family().first();
      return trial
          .load()
          .vehicles()
          .fits(
              some.filter(vehicle -> own || (vehicle - from) % THREADS == number)
                  .limit(1 + random.nextInt(MOST_CHANGED)));
    }

    /** False if nobody knows what became of it. */
    private boolean write(String method, PlannedSku sku, Object body, Change change) {
      try {
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
          if (trial.api().write(method, sku.id(), body) == OK) {
            trial.model().certain(sku.id(), change);
            done.incrementAndGet();
            return true;
          }
          refused.incrementAndGet();
          LockSupport.parkNanos(BETWEEN_ATTEMPTS.toNanos());
        }
        trial.findings().wrong("%s of SKU %d is refused for ever", method, sku.id());
      } catch (IOException noAnswer) {
        trial.journal().say("a %s of SKU %d got no answer", method, sku.id());
      }
      trial.model().doubtful(sku.id(), change);
      return false;
    }
  }
}
