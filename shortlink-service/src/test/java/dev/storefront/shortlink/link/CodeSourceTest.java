package dev.storefront.shortlink.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.shortlink.code.IdRange;
import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.code.Tier;
import dev.storefront.shortlink.lease.Granting;
import dev.storefront.shortlink.lease.Lease;
import dev.storefront.shortlink.link.OwnCodes.OwnCode;
import dev.storefront.shortlink.segment.Portion;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CodeSourceTest {

  private static final Duration LONG = Duration.ofMinutes(2);

  private final ExecutorService lending = Executors.newCachedThreadPool();
  private final ExecutorService callers = Executors.newCachedThreadPool();
  private final CountDownLatch answer = new CountDownLatch(1);
  private final Queue<String> requests = new ConcurrentLinkedQueue<>();
  private final AtomicLong nextId = new AtomicLong(1);
  private final AtomicLong nanos = new AtomicLong();
  private Duration asleep = Duration.ZERO;

  /** Goes on while the machine sleeps. */
  private final InstantSource clock = () -> InstantSource.system().instant().plus(asleep);

  @AfterEach
  void stop() {
    answer.countDown();
    lending.shutdown();
    callers.shutdown();
  }

  @Test
  void a_request_without_an_answer_is_repeated_under_its_name_until_it_is_answered() {
    CodeSource source =
        source(
            request -> {
              if (requests.size() < 3) {
                throw new BackendUnavailableException("redis", true, new RuntimeException());
              }
              return granted(1);
            },
            LONG);
    for (int n = 0; n < 2; n++) {
      assertThatThrownBy(source::next).isInstanceOf(BackendUnavailableException.class);
    }
    assertThat(source.next().map(OwnCode::id)).contains(1L);
    assertThat(requests).hasSize(3).containsOnly(requests.element());

    assertThat(source.next().map(OwnCode::id)).contains(2L);
    assertThat(List.copyOf(requests).get(3)).isNotEqualTo(requests.element());
  }

  @Test
  void callers_wait_together_for_one_answer() throws Exception {
    CodeSource source = source(request -> hangs(), LONG);
    List<Future<Optional<OwnCode>>> waiting = new ArrayList<>();
    for (int n = 0; n < 16; n++) {
      waiting.add(callers.submit(source::next));
    }
    await().atMost(LONG).until(() -> !requests.isEmpty());
    answer.countDown();
    List<Long> ids = new ArrayList<>();
    for (Future<Optional<OwnCode>> code : waiting) {
      ids.add(code.get(60, TimeUnit.SECONDS).orElseThrow().id());
    }
    assertThat(ids).doesNotHaveDuplicates().hasSize(16);
    assertThat(requests).hasSize(1);
  }

  @Test
  void nobody_waits_longer_than_the_bound_and_the_answer_serves_who_comes_later() {
    CodeSource source = source(request -> hangs(), Duration.ofMillis(100));
    assertThatThrownBy(source::next).isInstanceOf(BackendUnavailableException.class);
    assertThatThrownBy(source::next).isInstanceOf(BackendUnavailableException.class);
    answer.countDown();
    await().atMost(LONG).ignoreExceptions().until(() -> source.next().isPresent());
    assertThat(requests).hasSize(1);
  }

  @Test
  void a_lease_whose_ids_went_on_is_passed_over() {
    CodeSource source =
        source(request -> requests.size() == 1 ? new Granting.Stale() : granted(1), LONG);
    assertThat(source.next()).isPresent();
    assertThat(requests).hasSize(2).doesNotHaveDuplicates();
  }

  @Test
  void a_lease_is_not_used_up_to_its_end() {
    CodeSource source = source(request -> granted(1000), LONG);
    source.next();
    nanos.addAndGet(Duration.ofMinutes(59).toNanos());
    source.next();
    assertThat(requests).hasSize(1);
    nanos.addAndGet(Duration.ofSeconds(57).toNanos());
    source.next();
    assertThat(requests).hasSize(2);
  }

  @Test
  void a_lease_is_over_by_the_clock_too_for_the_ticker_stands_still_while_a_machine_sleeps() {
    CodeSource source = source(request -> granted(1000), LONG);
    source.next();
    asleep = Duration.ofMinutes(59);
    source.next();
    assertThat(requests).hasSize(1);
    asleep = Duration.ofHours(1);
    source.next();
    assertThat(requests).hasSize(2);
  }

  @Test
  void a_tier_without_ids_has_none() {
    assertThat(source(request -> new Granting.TierExhausted(), LONG).next()).isEmpty();
  }

  private CodeSource source(Function<String, Granting> lender, Duration patience) {
    Ticker ticker = nanos::get;
    return new CodeSource(
        request -> {
          requests.add(request);
          return lender.apply(request);
        },
        lease -> new LeaseInUse(lease, clock.withZone(ZoneOffset.UTC), ticker),
        UUID::randomUUID,
        lending,
        ticker,
        patience);
  }

  private Granting hangs() {
    try {
      answer.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return granted(1000);
  }

  private Granting granted(int count) {
    long first = nextId.getAndAdd(count);
    IdRange ids = new IdRange(first, first + count - 1);
    return new Granting.Granted(
        new Lease(
            "lease-" + first,
            OwnCodes.CLIENT,
            first,
            Tier.SIX,
            Tier.SIX,
            count,
            clock.instant().plus(Duration.ofHours(1)),
            false,
            false,
            List.of(new Portion(new Segment(Tier.SIX, 0), 1, ids))));
  }
}
