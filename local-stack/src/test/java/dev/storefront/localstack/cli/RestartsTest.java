package dev.storefront.localstack.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.process.ManagedServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

@Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD)
class RestartsTest {

  private static final ManagedServer MANAGER = new Named("jobmanager", List.of());
  private static final ManagedServer WORKER = new Named("taskmanager", List.of("jobmanager"));
  private static final List<ManagedServer> ALL = List.of(MANAGER, WORKER);

  private final AtomicLong nanos = new AtomicLong();
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final Table table = new Table();
  private final Restarts restarts =
      new Restarts(
          table, new Terminal(new PrintStream(said), new PrintStream(said), false), nanos::get);

  private int awaited;

  @AfterEach
  void end() {
    restarts.close();
  }

  @Test
  void what_died_is_started_again_after_what_it_needs() throws Exception {
    table.died("jobmanager", "taskmanager");
    table.fails = true;

    // The one that the other needs does not come up: the other is not tried, and nobody waits.
    awaitStarts(1, () -> pass(Duration.ofSeconds(2)));
    pass(Duration.ofMinutes(5));
    assertThat(table.started).containsOnly("jobmanager");

    table.fails = false;
    awaitStarts(1, () -> pass(Restarts.LONGEST_WAIT));
    awaitStarts(1, () -> pass(Restarts.LONGEST_WAIT));
    finish();
    assertThat(table.started).endsWith("jobmanager", "taskmanager");
    assertThat(table.states).containsEntry("taskmanager", "up");
    pass(Duration.ofSeconds(1));
    assertThat(said.toString(StandardCharsets.UTF_8))
        .contains("jobmanager runs again.", "taskmanager runs again.");
  }

  @Test
  void a_start_that_fails_is_repeated_less_and_less_often() throws Exception {
    table.died("jobmanager");
    table.fails = true;
    List<Long> waits = new ArrayList<>();
    for (int start = 0; start < 9; start++) {
      long before = nanos.get();
      awaitStarts(1, () -> pass(Duration.ofMillis(100)));
      waits.add(Duration.ofNanos(nanos.get() - before).toSeconds());
      finish();
    }

    for (int i = 0; i < waits.size(); i++) {
      long wait = Math.min(60, 1L << i);
      assertThat(waits.get(i)).isBetween(wait, wait + 1);
    }
  }

  @Test
  void a_start_that_hangs_holds_up_nobody_and_is_given_up() throws Exception {
    table.died("jobmanager");
    table.states.put("other", "died");
    List<ManagedServer> two = List.of(MANAGER, new Named("other", List.of()));
    table.hang = new CountDownLatch(1);
    awaitStarts(2, () -> passWith(two, Duration.ofMillis(500)));
    assertThat(table.started).containsExactlyInAnyOrder("jobmanager", "other");

    passWith(two, Restarts.LONGEST_START.plusSeconds(1));
    table.interrupted.acquire(2);
    table.hang = null;
    awaitStarts(2, () -> passWith(two, Restarts.LONGEST_WAIT));
    assertThat(table.states).containsEntry("jobmanager", "up").containsEntry("other", "up");
  }

  @Test
  void what_was_stopped_stays_so() throws Exception {
    table.states.put("jobmanager", "stopped");
    pass(Duration.ofMinutes(5));
    assertThat(table.started).isEmpty();

    table.died("jobmanager");
    awaitStarts(1, () -> pass(Duration.ofSeconds(1)));
    finish();
    pass(Duration.ofSeconds(1));
    table.states.put("jobmanager", "stopped");
    pass(Duration.ofMinutes(5));
    assertThat(table.started).containsExactly("jobmanager");
  }

  @Test
  void one_that_was_up_for_long_begins_anew() throws Exception {
    for (int end = 0; end < 4; end++) {
      table.died("jobmanager");
      long before = nanos.get();
      awaitStarts(1, () -> pass(Duration.ofMillis(100)));
      assertThat(Duration.ofNanos(nanos.get() - before)).isLessThan(Duration.ofSeconds(2));
      finish();
      pass(Duration.ofSeconds(1));
      pass(Restarts.STEADY);
    }
  }

  private void pass(Duration time) {
    passWith(ALL, time);
  }

  private void passWith(List<ManagedServer> all, Duration time) {
    nanos.addAndGet(time.toNanos());
    restarts.look(all);
  }

  /**
   * Does something again and again until so many more starts have come to their end or hang. One
   * that began while the last ones were awaited is one of them.
   */
  private void awaitStarts(int more, Runnable again) throws InterruptedException {
    awaited += more;
    while (restarts.tries() < awaited) {
      again.run();
    }
    table.starts.acquire(more);
  }

  /** Until the watcher has seen that a start is over. */
  private void finish() {
    while (restarts.areAtWork()) {
      restarts.look(ALL);
      Thread.onSpinWait();
    }
  }

  private record Named(String name, List<String> startsAfter) implements ManagedServer {

    @Override
    public List<Port> ports() {
      return List.of();
    }

    @Override
    public List<String> command() {
      return List.of();
    }

    @Override
    public boolean healthy() {
      return true;
    }

    @Override
    public boolean startsAgain() {
      return true;
    }
  }

  private static final class Table implements Restarts.Processes {

    private final Map<String, String> states = new ConcurrentHashMap<>();
    private final List<String> started = Collections.synchronizedList(new ArrayList<>());
    private final Semaphore starts = new Semaphore(0);
    private final Semaphore interrupted = new Semaphore(0);
    private volatile boolean fails;
    private volatile CountDownLatch hang;

    void died(String... names) {
      for (String name : names) {
        states.put(name, "died");
      }
    }

    @Override
    public boolean died(ManagedServer process) {
      return "died".equals(states.get(process.name()));
    }

    @Override
    public boolean runs(String name) {
      return "up".equals(states.get(name));
    }

    @Override
    public void start(ManagedServer process) throws IOException {
      started.add(process.name());
      try {
        if (hang != null) {
          starts.release();
          hang.await();
        }
      } catch (InterruptedException e) {
        interrupted.release();
        throw new IOException(e);
      }
      if (fails) {
        // As the real one: nothing is known any more of a process that did not come up.
        states.remove(process.name());
        starts.release();
        throw new IOException("does not start");
      }
      states.put(process.name(), "up");
      starts.release();
    }
  }
}
