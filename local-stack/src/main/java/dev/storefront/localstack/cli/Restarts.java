package dev.storefront.localstack.cli;

import dev.storefront.localstack.process.ManagedServer;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Starts processes again that have ended by themselves, again and again until they are up: each in
 * a thread of its own, so that nobody waits for one, less and less often, and not before those run
 * that it starts after.
 */
final class Restarts implements AutoCloseable {

  /** Between the first end and the first start; doubled with each that fails. */
  static final Duration FIRST_WAIT = Duration.ofSeconds(1);

  static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

  /** A process that has been up for that long begins anew when it ends. */
  static final Duration STEADY = Duration.ofMinutes(2);

  /**
   * How long a start is waited for, and other commands kept from the home. A process that was
   * started and is slow goes on by itself.
   */
  static final Duration LONGEST_START = Duration.ofSeconds(30);

  private final Processes processes;
  private final Terminal terminal;
  private final LongSupplier nanos;
  private final ExecutorService threads;
  private final Map<String, Patient> patients = new HashMap<>();
  private int tries;

  /** What is to be known of processes, and done to them, by their names. */
  interface Processes {

    /** True if it ended, and nobody told it to. */
    boolean died(ManagedServer process);

    boolean runs(String name);

    /** Starts it, and returns once it is ready; ends early when it is interrupted. */
    void start(ManagedServer process) throws IOException;
  }

  /** One that has ended; seen by the watcher's thread only. */
  private static final class Patient {
    private Duration wait = FIRST_WAIT;
    private long since;
    private boolean up;
    private boolean tried;
    private @Nullable Future<?> start;

    Patient(long since) {
      this.since = since;
    }
  }

  /**
   * @param nanos a time that never jumps, in nanoseconds
   */
  Restarts(Processes processes, Terminal terminal, LongSupplier nanos) {
    this.processes = processes;
    this.terminal = terminal;
    this.nanos = nanos;
    this.threads =
        Executors.newCachedThreadPool(
            work -> {
              Thread thread = new Thread(work, "start-again");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Does what is due; to be called every second or so, and returns at once. */
  void look(List<ManagedServer> all) {
    for (ManagedServer process : all) {
      if (process.startsAgain()) {
        look(process);
      }
    }
  }

  private void look(ManagedServer process) {
    String name = process.name();
    if (processes.died(process)) {
      patients.computeIfAbsent(name, one -> new Patient(nanos.getAsLong()));
    }
    Patient patient = patients.get(name);
    if (patient == null) {
      return;
    }
    Duration passed = Duration.ofNanos(nanos.getAsLong() - patient.since);
    if (patient.start != null) {
      underWay(process, patient, patient.start, passed);
    } else if (processes.runs(name)) {
      runs(name, patient, passed);
    } else if ((patient.up || !patient.tried) && !processes.died(process)) {
      patients.remove(name); // somebody stopped it
    } else if (patient.up) {
      waitAgain(patient);
    } else if (passed.compareTo(patient.wait) >= 0
        && process.startsAfter().stream().allMatch(processes::runs)) {
      patient.since = nanos.getAsLong();
      tries++;
      patient.tried = true;
      patient.start = threads.submit(() -> start(process));
    }
  }

  private Void start(ManagedServer process) throws IOException {
    processes.start(process);
    return null;
  }

  private void underWay(ManagedServer process, Patient patient, Future<?> start, Duration passed) {
    if (!start.isDone() && passed.compareTo(LONGEST_START) > 0) {
      start.cancel(true);
    }
    if (start.isDone()) {
      patient.start = null;
      patient.since = nanos.getAsLong();
      outcome(process, start);
      if (!processes.runs(process.name())) {
        waitAgain(patient);
      }
    }
  }

  /** Of one that runs it is known by {@link #runs} whether it stays. */
  private void outcome(ManagedServer process, Future<?> start) {
    try {
      start.get();
    } catch (CancellationException slow) {
      terminal.error(
          "%s is not ready after %d s.".formatted(process.name(), LONGEST_START.toSeconds()));
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      terminal.error(Failures.describe(cause == null ? e : cause));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void runs(String name, Patient patient, Duration passed) {
    if (!patient.up) {
      patient.up = true;
      terminal.line(name + " runs again.");
    } else if (passed.compareTo(STEADY) >= 0) {
      patients.remove(name);
    }
  }

  private void waitAgain(Patient patient) {
    Duration longer = patient.wait.multipliedBy(2);
    patient.wait = longer.compareTo(LONGEST_WAIT) < 0 ? longer : LONGEST_WAIT;
    patient.up = false;
    patient.since = nanos.getAsLong();
  }

  /** How many starts were begun. */
  int tries() {
    return tries;
  }

  /** True while a start is under way. */
  boolean areAtWork() {
    return patients.values().stream().anyMatch(patient -> patient.start != null);
  }

  /** Gives up what is under way; what was started stays. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
