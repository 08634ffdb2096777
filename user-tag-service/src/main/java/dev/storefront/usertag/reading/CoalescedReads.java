package dev.storefront.usertag.reading;

import dev.storefront.common.health.Replies;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Reads for many callers at once. One reading is under way at a time, unless it takes a second or
 * more; who comes meanwhile waits for the next one, which is for all of them. So each caller gets
 * what held after the call began, as if it had read by itself, and a database that is asked by many
 * has few questions.
 *
 * @param <K> what callers ask for
 * @param <V> the reply, for all keys of a reading together: callers pick what is theirs
 */
public final class CoalescedReads<K, V> {

  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final Function<Set<K>, V> reading;
  private final Duration patience;
  private final ReentrantLock turn = new ReentrantLock();

  private Batch<K, V> next = new Batch<>();

  /**
   * @param reading ends by itself, by a time-out if nothing else; gets the keys of all callers who
   *     came while the one before was under way
   */
  public CoalescedReads(Function<Set<K>, V> reading) {
    this(reading, PATIENCE);
  }

  /**
   * @param patience so long one reading that hangs holds up the next one
   */
  CoalescedReads(Function<Set<K>, V> reading, Duration patience) {
    this.reading = reading;
    this.patience = patience;
  }

  /** Callers of one reading; the first of them carries it out. */
  private static final class Batch<K, V> {
    private final Set<K> keys = new HashSet<>();
    private final CompletableFuture<V> value = new CompletableFuture<>();
    private boolean isLed;
  }

  /**
   * The reply of a reading that began after this call. Within a transaction the caller reads alone,
   * for what others see is not what it sees.
   *
   * @param keys some dozens
   * @throws RuntimeException as the reading does
   */
  public V read(Collection<K> keys) {
    if (TransactionSynchronizationManager.isActualTransactionActive()) {
      return reading.apply(Set.copyOf(keys));
    }
    Batch<K, V> mine;
    boolean leads;
    synchronized (this) {
      mine = next;
      mine.keys.addAll(keys);
      leads = !mine.isLed;
      mine.isLed = true;
    }
    if (leads) {
      lead(mine);
    }
    return Replies.await(mine.value);
  }

  private void lead(Batch<K, V> batch) {
    boolean isMyTurn = hasTurn();
    try {
      synchronized (this) {
        next = new Batch<>(); // whoever comes from now on is not among the keys
      }
      batch.value.complete(reading.apply(batch.keys));
    } catch (RuntimeException | Error failed) {
      batch.value.completeExceptionally(failed);
    } finally {
      if (isMyTurn) {
        turn.unlock();
      }
    }
  }

  /** False if the reading before takes too long, as over a connection that is dead. */
  private boolean hasTurn() {
    try {
      return turn.tryLock(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
