package dev.storefront.flashsale.barrier;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.flashsale.barrier.OffsetBarriers.Barrier;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Tells when MySQL has all that a Redis that fell back may have lost. What was acknowledged before
 * a generation began was in the ledger's topic before that: so for each generation it is waited for
 * once, and from then on MySQL itself says whether it still has that. Neither a consumer that is
 * behind later nor a Kafka that is away holds anybody up then.
 */
@Component
public final class LossBarriers {

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(3);

  private final OffsetBarriers barriers;
  private final AtomicReference<@Nullable Reached> reached = new AtomicReference<>();

  LossBarriers(OffsetBarriers barriers) {
    this.barriers = barriers;
  }

  /** Where the topic ended at some moment after a generation had begun. */
  private record Reached(long generation, Barrier barrier) {}

  /**
   * Returns once MySQL has all that was acknowledged before a generation began; call it when that
   * has begun for certain.
   *
   * @throws BackendUnavailableException if it has not within seconds, or Kafka does not answer
   */
  public void await(long generation) {
    Reached known = reached.get();
    if (known != null && known.generation() >= generation && barriers.isReached(known.barrier())) {
      return;
    }
    Optional<Barrier> barrier = barriers.awaitAll(LONGEST_WAIT);
    if (barrier.isEmpty()) {
      throw new BackendUnavailableException(
          "ledger", false, new TimeoutException("MySQL is behind the topic"));
    }
    Reached now = new Reached(generation, barrier.get());
    reached.accumulateAndGet(
        now, (before, it) -> before == null || before.generation() <= generation ? it : before);
  }
}
