package dev.storefront.shortlink.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.health.Replies;
import dev.storefront.common.testing.Reply;
import dev.storefront.localstack.Faults;
import dev.storefront.localstack.testing.NotOnSharedServers;
import dev.storefront.localstack.testing.TestBackends;
import dev.storefront.shortlink.ShortLinkTest;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.TestPropertySource;

/** HBase keeps its connections and answers nothing, while many ask for links that only it knows. */
@TestPropertySource(properties = "storefront.shortlink.cold.budget=300ms")
@NotOnSharedServers
class SlowHBaseTest extends ShortLinkTest {

  private static final Duration LONG = Duration.ofMinutes(3);

  /** If each of these held a thread of the web server for HBase's 2 s, who comes then waits 10. */
  private static final int CALLERS = 400;

  private static final Duration QUITE_LONG = Duration.ofSeconds(9);
  private static final int MOST_CALLS_OF_ONE = 200;
  private static final long PAUSE_MILLIS = 50;
  private static final int HOT_CALLS = 50;
  private static final int CALLS_IN_VAIN = 10;

  @Autowired ColdReads reads;
  @Autowired MeterRegistry meters;

  private final Faults faults = TestBackends.shared().faults();
  private boolean hangs;

  @AfterEach
  void heal() {
    if (hangs) {
      restart();
    }
    await().atMost(LONG).until(() -> get("/" + nobodys()).status() == 404);
  }

  /** A region server that stood still may give up when it goes on. */
  private void restart() {
    faults.kill("hbase");
    faults.start("hbase");
    hangs = false;
  }

  @Test
  void links_in_redis_lead_on_while_hbase_hangs_and_others_do_so_once_it_is_back()
      throws Exception {
    String hot = link("https://example.com/hot");
    String cold = link("https://example.com/cold");
    await()
        .atMost(LONG)
        .until(
            () -> {
              forget(cold);
              return get("/" + cold).status() == 302;
            });
    forget(cold);
    hangs = true;
    faults.pause("hbase");

    CountDownLatch over = new CountDownLatch(1);
    AtomicInteger refused = new AtomicInteger();
    Queue<String> others = new ConcurrentLinkedQueue<>();
    Function<Supplier<Reply>, Callable<Void>> asking =
        call ->
            () -> {
              for (int n = 0; n < MOST_CALLS_OF_ONE && !isOver(over); n++) {
                Reply reply = call.get();
                if (reply.status() == 503 && reply.code().equals("unavailable")) {
                  refused.incrementAndGet();
                } else {
                  others.add(reply.toString());
                }
              }
              return null;
            };
    ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    try {
      // Visits hold no thread. Lists and owners do, and leave some to others.
      List<Supplier<Reply>> calls =
          List.of(
              () -> get("/" + nobodys()),
              () -> send("GET", "/api/v1/links", app(), null),
              () -> get("/" + nobodys()),
              () -> send("GET", "/api/v1/links/" + hot + "/owners", app(), null));
      for (int n = 0; n < CALLERS; n++) {
        callers.submit(asking.apply(calls.get(n % calls.size())));
      }
      await().atMost(LONG).until(() -> refused.get() >= CALLERS);
      // Who waits behind HBase waits each time; a busy machine is slow now and then.
      assertThat(
              IntStream.range(0, HOT_CALLS)
                  .mapToObj(n -> get("/" + hot).expect(302).took())
                  .filter(took -> took.compareTo(QUITE_LONG) < 0))
          .hasSizeGreaterThan(HOT_CALLS * 4 / 5);
      await().atMost(LONG).until(() -> isBreaker("open"));
      Reply unanswered = get("/" + cold).expect(503, "unavailable");
      assertThat(unanswered.header("Retry-After")).isNotEmpty();
    } finally {
      over.countDown();
      callers.shutdown();
      assertThat(callers.awaitTermination(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }
    assertThat(others).as("nobody knows that there is no such link").isEmpty();

    restart();
    await()
        .atMost(LONG)
        .untilAsserted(
            () ->
                assertThat(get("/" + cold).header("Location"))
                    .isEqualTo("https://example.com/cold"));
    await().atMost(LONG).until(() -> get("/" + nobodys()).status() == 404 && isBreaker("closed"));
  }

  @Test
  void a_read_that_takes_longer_than_anybody_waits_goes_on_for_who_comes_next() {
    await().atMost(LONG).until(() -> isBreaker("closed"));
    CountDownLatch answer = new CountDownLatch(1);
    AtomicBoolean read = new AtomicBoolean();
    CompletableFuture<Boolean> late =
        reads.soon(() -> CompletableFuture.supplyAsync(() -> readOnce(answer, read)));
    assertThatThrownBy(() -> Replies.await(late)).isInstanceOf(BackendUnavailableException.class);
    assertThat(read).isFalse();
    answer.countDown();
    await().atMost(LONG).untilTrue(read);
  }

  /** Whoever goes on with what was found may wait for another server, with all of the threads. */
  @Test
  void who_waits_for_threads_that_wait_for_others_waits_no_longer_than_for_cold_storage() {
    await().atMost(LONG).until(() -> isBreaker("closed"));
    CountDownLatch over = new CountDownLatch(1);
    AtomicInteger held = new AtomicInteger();
    try {
      await()
          .atMost(LONG)
          .until(
              () -> {
                holdThread(held, over);
                return held.get() == ColdReads.THREADS;
              });
      CompletableFuture<Integer> next = reads.soon(() -> CompletableFuture.completedFuture(2));
      assertThatThrownBy(() -> Replies.await(next)).isInstanceOf(BackendUnavailableException.class);
      assertThat(isBreaker("closed")).as("cold storage has answered").isTrue();
    } finally {
      over.countDown();
    }
  }

  /** If what was found comes in time. */
  private void holdThread(AtomicInteger held, CountDownLatch over) {
    CompletableFuture<Integer> found = new CompletableFuture<>();
    reads
        .soon(() -> found)
        .thenAccept(
            one -> {
              held.incrementAndGet();
              readOnce(over, new AtomicBoolean());
            });
    found.complete(1);
  }

  @Test
  void a_redis_that_does_not_take_what_was_found_is_no_absence_of_cold_storage() {
    await().atMost(LONG).until(() -> isBreaker("closed"));
    fail(
        CALLS_IN_VAIN,
        new BackendUnavailableException("redis", false, new IllegalStateException("OOM")));
    fail(CALLS_IN_VAIN, new IllegalArgumentException("no link"));
    assertThat(isBreaker("closed")).isTrue();
    // More than half of all in the breaker's two seconds.
    fail(
        3 * CALLS_IN_VAIN,
        new BackendUnavailableException("hbase", false, new IllegalStateException("no region")));
    assertThat(isBreaker("open")).isTrue();
  }

  private void fail(int times, RuntimeException failure) {
    for (int n = 0; n < times; n++) {
      CompletableFuture<Integer> failed = reads.soon(() -> CompletableFuture.failedFuture(failure));
      assertThatThrownBy(() -> Replies.await(failed)).isNotNull();
    }
  }

  /** True at the end; until then after a pause. */
  private static boolean isOver(CountDownLatch over) throws InterruptedException {
    return over.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
  }

  private static boolean readOnce(CountDownLatch answer, AtomicBoolean read) {
    try {
      read.set(answer.await(LONG.toSeconds(), TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return read.get();
  }

  private boolean isBreaker(String state) {
    return meters
            .get("resilience4j.circuitbreaker.state")
            .tags("name", ColdReads.NAME, "state", state)
            .gauge()
            .value()
        == 1;
  }

  /** A slug that nobody has: HBase alone knows that. */
  private static String nobodys() {
    return "cold-" + unique().substring(0, 13);
  }
}
