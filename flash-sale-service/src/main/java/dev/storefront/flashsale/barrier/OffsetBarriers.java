package dev.storefront.flashsale.barrier;

import dev.storefront.common.health.BackendUnavailableException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.apache.kafka.common.utils.Utils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Tells when MySQL has all that the ledger's topic had at some moment: an offset barrier. Who wants
 * to decide by MySQL what others may have decided on a way that leads through Kafka waits for it
 * first.
 *
 * <p>Calls ask Kafka and throw {@link BackendUnavailableException} where it does not answer within
 * seconds.
 */
@Component
public final class OffsetBarriers {

  private static final Logger log = LoggerFactory.getLogger(OffsetBarriers.class);
  private static final Duration SHORTEST_PAUSE = Duration.ofMillis(10);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(200);

  private final TopicOffsets offsets;
  private final LedgerPositions positions;

  OffsetBarriers(TopicOffsets offsets, LedgerPositions positions) {
    this.offsets = offsets;
    this.positions = positions;
  }

  /**
   * Where the topic ended for some promotions.
   *
   * @param ends by partition
   */
  public record Barrier(Map<Integer, Long> ends) {}

  /**
   * Waits until MySQL has every entry of these promotions that Kafka had acknowledged before this
   * call.
   *
   * @return false if it has not within {@code atMost}
   */
  public boolean await(Collection<Long> promotions, Duration atMost) {
    Offsets now = look();
    return await(now, of(now, promotions), atMost);
  }

  /**
   * Waits until MySQL has every entry of whatever promotion that Kafka had acknowledged before this
   * call.
   *
   * @return where the topic ended then; empty if MySQL has not all of it within {@code atMost}
   */
  Optional<Barrier> awaitAll(Duration atMost) {
    Offsets now = look();
    return Optional.of(new Barrier(Map.copyOf(now.ends())))
        .filter(barrier -> await(now, barrier, atMost));
  }

  /** True if MySQL says that it has all before the barrier, without asking Kafka. */
  boolean isReached(Barrier barrier) {
    Map<Integer, Long> next = positions.next();
    return positions.replay().from() == null
        && barrier.ends().entrySet().stream()
            .allMatch(end -> next.getOrDefault(end.getKey(), 0L) >= end.getValue());
  }

  private boolean await(Offsets first, Barrier barrier, Duration atMost) {
    long start = System.nanoTime();
    Offsets now = first;
    Duration pause = SHORTEST_PAUSE;
    while (behind(now, barrier) > 0) {
      if (System.nanoTime() - start > atMost.toNanos() || !passed(pause)) {
        return false;
      }
      pause = longer(pause);
      now = look();
    }
    return true;
  }

  /** Where the topic ends now, at the latest, for these promotions. */
  public Barrier of(Collection<Long> promotions) {
    return of(look(), promotions);
  }

  /** How many entries before the barrier MySQL does not have yet, those of neighbours included. */
  public long behind(Barrier barrier) {
    return behind(look(), barrier);
  }

  /** For each promotion the same for the topic's end now. */
  public Map<Long, Long> behind(Collection<Long> promotions) {
    Offsets now = look();
    Map<Long, Long> behind = new HashMap<>();
    promotions.forEach(id -> behind.put(id, behind(now, of(now, List.of(id)))));
    return behind;
  }

  /**
   * The partitions of which MySQL lost what it had: by each the offset of the first entry that it
   * lacks. What MySQL has never heard of it gets to know: that it has what Kafka says; and so it
   * does if a partition is shorter than what MySQL had of it before, because the topic was made
   * anew.
   */
  public Map<Integer, Long> lost() {
    Map<Integer, Long> before = positions.next();
    Offsets kafka = ask();
    Map<Integer, Long> next = positions.next();
    Map<Integer, Long> lost = new HashMap<>();
    kafka
        .written()
        .forEach(
            (partition, written) -> {
              Long known = next.get(partition);
              if (!kafka.ends().containsKey(partition)) {
                // Committed by a group that read a topic of more partitions.
                return;
              }
              if (known == null) {
                positions.begin(partition, written);
              } else if (before.getOrDefault(partition, 0L) > kafka.endOf(partition)) {
                log.warn(
                    "Partition {} of the ledger was made anew, MySQL had {}", partition, known);
                positions.restart(partition, known, kafka.writtenOfThisTopic(partition));
              } else if (known < written) {
                lost.put(partition, known);
              }
            });
    return lost;
  }

  private static Barrier of(Offsets now, Collection<Long> promotions) {
    Map<Integer, Long> ends = new HashMap<>();
    for (long promotion : promotions) {
      int partition = partitionOf(promotion, now.partitions());
      ends.put(partition, now.endOf(partition));
    }
    return new Barrier(Map.copyOf(ends));
  }

  private static long behind(Offsets now, Barrier barrier) {
    return barrier.ends().entrySet().stream()
        .mapToLong(end -> now.missing(end.getKey(), end.getValue()))
        .sum();
  }

  /** As Kafka's producers place a key. */
  private static int partitionOf(long promotionId, int partitions) {
    byte[] key = Long.toString(promotionId).getBytes(StandardCharsets.UTF_8);
    return Utils.toPositive(Utils.murmur2(key)) % partitions;
  }

  /** In this order: MySQL has an entry before Kafka hears of it. */
  private Offsets look() {
    Offsets kafka = ask();
    return positions.replay().from() == null
        ? kafka.atMost(positions.next())
        : kafka.withNothingWritten();
  }

  private Offsets ask() {
    try {
      return offsets.look().join();
    } catch (CompletionException e) {
      throw new BackendUnavailableException("kafka", false, e);
    }
  }

  private static Duration longer(Duration pause) {
    Duration twice = pause.multipliedBy(2);
    return twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
  }

  private static boolean passed(Duration pause) {
    try {
      Thread.sleep(pause.toMillis());
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
