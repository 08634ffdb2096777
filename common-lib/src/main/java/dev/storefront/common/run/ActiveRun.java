package dev.storefront.common.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionOperations;

/**
 * A run that this instance works on. Its lease is renewed by itself, and by all that is saved. Of
 * one thread at a time, but for {@link #check}.
 */
public final class ActiveRun<Q, P> {

  private static final Logger log = LoggerFactory.getLogger(ActiveRun.class);

  private static final long SHORTEST_PAUSE_MILLIS = 100;
  private static final long LONGEST_PAUSE_MILLIS = 5_000;

  /** For the changes of hands of a run; with ids below 33 million a double has each fence. */
  private static final int FENCE_BITS = 28;

  /** About half an hour, with the pauses above. */
  static final int MOST_TRIES = 360;

  private final RunTable table;
  private final RunLeases leases;
  private final RunJson<Q, P> json;
  private final TransactionOperations transaction;
  private final Run<Q, P> taken;
  private final Hold hold;
  private P progress;

  ActiveRun(
      RunTable table,
      RunLeases leases,
      RunJson<Q, P> json,
      TransactionOperations transaction,
      Run<Q, P> taken,
      Hold hold) {
    this.table = table;
    this.leases = leases;
    this.json = json;
    this.transaction = transaction;
    this.taken = taken;
    this.hold = hold;
    this.progress = taken.progress();
  }

  /** The run's id. */
  public long id() {
    return taken.id();
  }

  /**
   * For stores that have no transaction with the run, and refuse who comes with a lower one than
   * before: higher than those of earlier runs of the service, and of who had this one before.
   */
  public long fence() {
    return (id() << FENCE_BITS) + hold.lease().fence();
  }

  /** What was asked for. */
  public Q request() {
    return taken.request();
  }

  /** When the run was last worked on before. */
  public Run<Q, P> asTaken() {
    return taken;
  }

  /** How far it is, as last saved here. */
  public P progress() {
    return progress;
  }

  /**
   * Saves how far the run is. Within a transaction it counts together with whatever else that
   * writes; {@link #refresh} says what became of one whose end is not known.
   *
   * @throws RunLostException if the run was cancelled, or another instance has it
   */
  public void save(P after) {
    save(after, List.of());
  }

  /** As {@link #save(Object)}, with what was found since the last time: records, kept as JSON. */
  public void save(P after, List<?> findings) {
    transaction.executeWithoutResult(
        status -> {
          if (!leases.save(hold.lease(), RunJson.write(after))) {
            throw hold.lost();
          }
          leases.add(
              hold.lease(),
              findings.stream().map(RunJson::write).toList(),
              json.kind().mostFindings());
        });
    progress = after;
  }

  /** Reads how far the run is: for one whose last transaction was rolled back, or may have been. */
  public P refresh() {
    progress = read();
    return progress;
  }

  private P read() {
    return table
        .find(json.kind().name(), id())
        .map(row -> json.progress(row.progress()))
        .orElseThrow(hold::lost);
  }

  /**
   * Takes a step: what it writes and how far it brings the run count together, and once. Tries for
   * about half an hour while a server is away.
   *
   * @param after other than {@link #progress}, or a step that may have failed is taken again
   * @param write writes in a transaction, and within that runs what it is given
   * @throws RunLostException if the run was cancelled, or another instance has it
   * @throws InterruptedException if the instance stops
   */
  public void reach(P after, List<?> findings, Consumer<Runnable> write)
      throws InterruptedException {
    boolean[] tried = {false};
    boolean isTold = !after.equals(progress);
    patiently(
        () -> {
          // A try that failed may have been committed all the same.
          if (!tried[0] || !isTold || !read().equals(after)) {
            tried[0] = true;
            write.accept(() -> save(after, findings));
          }
        });
    progress = after;
  }

  /**
   * Runs a step, again and again for about half an hour while it fails.
   *
   * @throws RunLostException if the run was cancelled, or another instance has it
   * @throws InterruptedException if the instance stops
   */
  public void patiently(Runnable step) throws InterruptedException {
    long pause = SHORTEST_PAUSE_MILLIS;
    for (int tries = 1; ; tries++) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      hold.check();
      try {
        step.run();
        return;
      } catch (RunLostException e) {
        throw e;
      } catch (RuntimeException e) {
        if (tries == MOST_TRIES) {
          throw new RunExhaustedException(e);
        }
        log.warn(
            "{} {} waits {} ms and tries again: {}", json.kind().name(), id(), pause, e.toString());
      }
      TimeUnit.MILLISECONDS.sleep(pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
    }
  }

  /** As {@link #patiently}, of a question; gives the answer. */
  public <T> T ask(Supplier<T> question) throws InterruptedException {
    List<T> answers = new ArrayList<>(1);
    patiently(() -> answers.add(question.get()));
    return answers.get(0);
  }

  /**
   * To be called before what cannot be undone and has no transaction.
   *
   * @throws RunLostException if the run is known to be cancelled, as it is after a third of the
   *     lease at most, or if another instance may have taken it
   */
  public void check() {
    hold.check();
  }

  static Duration pauseAfter(int tries) {
    return Duration.ofMillis(
        Math.min(LONGEST_PAUSE_MILLIS, SHORTEST_PAUSE_MILLIS << Math.min(tries, 10)));
  }
}
