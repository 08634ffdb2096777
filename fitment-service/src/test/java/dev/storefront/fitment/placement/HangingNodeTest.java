package dev.storefront.fitment.placement;

import static dev.storefront.fitment.placement.ThreeClusters.ON_POP_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.Reply;
import dev.storefront.fitment.FitmentApi;
import dev.storefront.localstack.Faults;
import dev.storefront.localstack.testing.TestBackends;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;

/** A Redis node that hangs costs its own SKUs their answers, and no others. */
@ThreeClusters
class HangingNodeTest {

  private static final Duration LONG = Duration.ofMinutes(2);
  private static final int VEHICLE = 1_000_000;
  private static final List<Integer> VEHICLES = List.of(VEHICLE, VEHICLE + 1);

  /**
   * Callers of the node that hangs, each again after so long. If each call held a thread for Redis'
   * time-out, which is four seconds here, all sixteen would be held all the time.
   */
  private static final int CALLERS = 40;

  private static final Duration AGAIN_AFTER = Duration.ofSeconds(6);

  /** Of a check that waits for nobody; one behind those callers waits for six seconds. */
  private static final Duration QUICK = Duration.ofSeconds(2);

  private static final long SELF = 14_001;
  private static final long POP_1 = 14_002;
  private static final List<Long> WRITTEN =
      LongStream.range(14_100, 14_100 + CALLERS).boxed().toList();

  @LocalServerPort int port;
  @Autowired MeterRegistry meters;
  FitmentApi api;
  Faults faults;

  @BeforeEach
  void connect() {
    api = new FitmentApi(port);
    api.haveVehicles(VEHICLE, 4);
    faults = TestBackends.shared().faults();
  }

  @AfterEach
  void heal() {
    faults.resume("redis-pop1");
  }

  @Test
  void it_takes_no_threads_from_calls_to_others_and_what_it_was_not_told_it_is_told_later() {
    api.putSelf(SELF, 14_001, VEHICLE).isOk();
    api.putPop(POP_1, 24_000, ON_POP_1, VEHICLE).isOk();
    assertThat(api.checked(VEHICLES, SELF, POP_1))
        .containsExactly("14001 KNOWN 10", "14002 KNOWN 10");
    double refusedBefore = refused();
    faults.pause("redis-pop1");
    try {
      whileCalled(
          this::check,
          () -> {
            awaitQuickChecks();
            await()
                .atMost(LONG)
                .until(() -> isAnswered(List.of("14001 KNOWN 10", "14002 UNAVAILABLE 00")));
          });
      whileCalled(this::write, this::awaitQuickChecks);
      whileCalled(
          caller -> {
            if (caller % 2 == 0) {
              check(caller);
            } else {
              write(caller);
            }
          },
          () -> {
            awaitQuickChecks();
            api.putSelf(SELF, 14_001, VEHICLE + 1).isOk();
          });
    } finally {
      faults.resume("redis-pop1");
    }
    assertThat(refused()).isGreaterThan(refusedBefore);
    List<String> right = WRITTEN.stream().map(sku -> sku + " KNOWN 01").toList();
    await().atMost(LONG).until(() -> api.isRight(VEHICLES, WRITTEN, right));
    await().atMost(LONG).until(() -> isAnswered(List.of("14001 KNOWN 01", "14002 KNOWN 10")));
    await().atMost(LONG).until(() -> api.putPop(POP_1, 24_000, ON_POP_1, VEHICLE).status() == 200);
  }

  private void check(long caller) {
    assertThat(api.check(VEHICLES, List.of(SELF, POP_1)).status()).isIn(200, 503);
  }

  /** Each writes a SKU of its own, in a group of its own. */
  private void write(long caller) {
    long sku = WRITTEN.get((int) caller);
    Reply reply = api.putPop(sku, sku + 10_000, ON_POP_1, VEHICLE + 1);
    reply.expect(503, "unavailable");
    assertThat(reply.header("Retry-After")).isNotEmpty();
  }

  /** Does something while many make this call over and over; none of them may fail. */
  private static void whileCalled(LongConsumer call, Runnable work) {
    ScheduledExecutorService callers = Executors.newScheduledThreadPool(CALLERS);
    AtomicInteger right = new AtomicInteger();
    CompletableFuture<Void> wrong = new CompletableFuture<>();
    try {
      LongStream.range(0, CALLERS)
          .forEach(
              caller ->
                  callers.scheduleAtFixedRate(
                      () -> {
                        try {
                          call.accept(caller);
                          right.incrementAndGet();
                        } catch (Throwable e) {
                          wrong.completeExceptionally(e);
                        }
                      },
                      0,
                      AGAIN_AFTER.toMillis(),
                      TimeUnit.MILLISECONDS));
      work.run();
      await().atMost(LONG).until(() -> right.get() >= CALLERS || wrong.isDone());
    } finally {
      callers.shutdown();
    }
    await().atMost(LONG).until(callers::isTerminated);
    assertThat(wrong).isNotDone();
  }

  /** A machine that stands still for some seconds is no outage: then all is measured again. */
  private void awaitQuickChecks() {
    await()
        .pollInSameThread()
        .atMost(LONG)
        .until(
            () -> {
              List<Duration> took =
                  IntStream.range(0, 11)
                      .mapToObj(i -> api.check(VEHICLES, List.of(SELF)).isOk().took())
                      .sorted()
                      .toList();
              return took.get(took.size() / 2).compareTo(QUICK) < 0;
            });
  }

  private double refused() {
    return meters.get("resilience4j.circuitbreaker.not.permitted.calls").counters().stream()
        .mapToDouble(Counter::count)
        .sum();
  }

  /** False if nothing could be answered; what is answered has to be right. */
  private boolean isAnswered(List<String> right) {
    Reply reply = api.check(VEHICLES, List.of(SELF, POP_1));
    return reply.status() != 503 && FitmentApi.answers(reply.isOk()).equals(right);
  }
}
