package dev.storefront.common.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Looks at one node again and again, one look at a time. */
final class NodeWatch {

  /** Who has not looked at a node for so long looks before it calls it: it may have stood still. */
  private static final Duration FRESH = Duration.ofSeconds(3);

  private final RedisClient client;
  private final Vetting vetting;
  private final Executor lookers;
  private final RedisURI uri;
  private final Duration timeout;
  private volatile @Nullable NodeConnection connection;
  private @Nullable CompletableFuture<Look> underWay;
  private volatile long freshUntil = System.nanoTime();
  private volatile Set<String> neighbours = Set.of();
  private volatile boolean closed;

  /**
   * @param timeout how long a step of a look may take, as long as any command
   */
  NodeWatch(RedisClient client, RedisURI uri, Duration timeout, Vetting vetting, Executor lookers) {
    this.client = client;
    this.uri = uri;
    this.timeout = timeout;
    this.vetting = vetting;
    this.lookers = lookers;
  }

  /** Decides whether a primary has all that the service wrote. */
  interface Vetting {

    /**
     * Records what is new of it. Waits.
     *
     * @return the generation in which the process is known to have all that is not in doubt
     * @throws Exception if that cannot be known now
     */
    long vet(NodeConnection process, NodeView seen) throws Exception;
  }

  /**
   * What came of a look.
   *
   * @param primary null if it is a replica now
   * @param generation in which the primary was vetted
   */
  record Look(@Nullable NodeConnection primary, long generation) {}

  RedisURI uri() {
    return uri;
  }

  /** True if the last look that was answered succeeded, and was not long ago. */
  boolean isFresh() {
    return freshUntil - System.nanoTime() > 0;
  }

  /** The reachable nodes of the cluster by its last account. */
  Set<String> neighbours() {
    return neighbours;
  }

  /** Looks, or waits for the look that is under way. */
  synchronized CompletableFuture<Look> look() {
    if (underWay == null || underWay.isDone()) {
      underWay = CompletableFuture.supplyAsync(this::lookNow, lookers);
    }
    return underWay;
  }

  /**
   * A look without an answer leaves the last one as fresh as it is: scripts fence new processes.
   */
  private Look lookNow() {
    long start = System.nanoTime();
    NodeConnection process = null;
    NodeView seen = null;
    try {
      process = process();
      seen = process.view();
      neighbours = seen.reachable();
      Look look = look(process, seen);
      freshUntil = start + FRESH.toNanos();
      return look;
    } catch (Exception e) {
      if (seen != null) {
        freshUntil = start;
      }
      if (process != null) {
        process.close();
      }
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      throw new CompletionException(e);
    }
  }

  private Look look(NodeConnection process, NodeView seen) throws Exception {
    if (seen.primary()) {
      return new Look(process, vetting.vet(process, seen));
    }
    // Should it take over, it must not know what it learnt when it was the primary before.
    process.forgetScripts();
    return new Look(null, 0);
  }

  private NodeConnection process() throws Exception {
    NodeConnection open = connection;
    if (open == null || !open.isOpen()) {
      open = NodeConnection.open(client, uri, timeout);
      connection = open;
    }
    if (closed) {
      // Meanwhile: close() may have come before the connection was there.
      open.close();
      throw new IllegalStateException("Nobody watches " + uri + " any more");
    }
    return open;
  }

  /** Nobody looks any more. */
  synchronized void close() {
    closed = true;
    NodeConnection open = connection;
    if (open != null) {
      open.close();
    }
  }
}
