package dev.storefront.common.redis;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.redis.FallbackState.Doubt;
import dev.storefront.common.redis.FallbackTable.Stored;
import dev.storefront.common.redis.Heartbeats.Found;
import dev.storefront.common.redis.NodeWatch.Look;
import dev.storefront.lua.LuaScript;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Finds the nodes of one Redis Cluster that fell back to an older state. A process of Redis is
 * given the scripts of the service's present generation once it is known to have everything;
 * scripts are the one thing that a process which fell back has certainly lost.
 */
final class FallbackDetector implements NodeWatch.Vetting, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(FallbackDetector.class);
  private static final int TIMEOUTS_OF_A_LOOK = 3;
  private static final Duration LONGEST_START = Duration.ofMinutes(2);

  /**
   * A node that was not seen for so long is away: what it may have lost concerns its slots alone.
   */
  private static final Duration AWAY = Duration.ofSeconds(10);

  private final RedisClusterAccess redis;
  private final FallbackTable table;
  private final Clock clock;
  private final FallbackReport report;
  private final FencedScripts scripts;
  private final Heartbeats heartbeats;
  private final NodeWatches watches;
  private final AtomicReference<@Nullable Known> known = new AtomicReference<>();
  private final long began = System.nanoTime();
  private volatile boolean started;

  /**
   * @param owner the service with its namespace: what is its own on these servers begins with it
   */
  FallbackDetector(
      RedisClusterAccess redis,
      FallbackTable table,
      String owner,
      Clock clock,
      MeterRegistry meters) {
    this.redis = redis;
    this.table = table;
    this.clock = clock;
    String cluster = redis.cluster();
    scripts = new FencedScripts(owner);
    heartbeats = new Heartbeats(owner);
    watches =
        new NodeWatches(
            redis, this, meters.counter("storefront.redis.looks.failed", "cluster", cluster));
    report = new FallbackReport(cluster, meters, () -> state(known));
  }

  /** How long a call may wait for looks at its node. */
  Duration patience() {
    return redis.timeout().multipliedBy(TIMEOUTS_OF_A_LOOK);
  }

  /** What is known, if the slot's node was looked at lately; else {@link #look} comes first. */
  @Nullable Known fresh(int slot) {
    return watches.isFresh(slot) ? known.get() : null;
  }

  /** What is known, null before the first look. */
  @Nullable Known known() {
    return known.get();
  }

  /** The script as processes know it that were vetted in the present generation. */
  LuaScript fenced(LuaScript script, Known in) {
    return scripts.of(script, in.generation());
  }

  /**
   * Looks at the node that owns a slot, as far as the client knows.
   *
   * @return without a primary if there is none; fails with {@link BackendUnavailableException} if
   *     it cannot be known what the node has
   */
  CompletableFuture<Look> look(int slot) {
    return redis
        .open()
        .thenCompose(connection -> watches.lookAtOwner(slot))
        .exceptionallyCompose(error -> CompletableFuture.failedFuture(unknown(error)));
  }

  /**
   * Asks anew which nodes there are, for the slot that a call is about may be on the move, and
   * gives a script to all that have everything. One that is away is no reason to give up.
   *
   * @return fails with {@link BackendUnavailableException} if none has ever answered
   */
  CompletableFuture<Known> admitEverywhere(LuaScript script) {
    return redis
        .open()
        .thenCompose(connection -> watches.all())
        .thenCompose(
            nodes ->
                CompletableFuture.allOf(
                    nodes.stream()
                        .map(node -> node.look().thenCompose(look -> load(look, script)))
                        .toArray(CompletableFuture[]::new)))
        .handle((done, error) -> admitted());
  }

  private Known admitted() {
    Known now = known.get();
    if (now == null) {
      throw unknown(new IllegalStateException("No node answers"));
    }
    return now;
  }

  private BackendUnavailableException unknown(Throwable error) {
    return new BackendUnavailableException(
        RedisHealth.component(redis.cluster()), false, RedisFaults.causeOf(error));
  }

  private CompletableFuture<?> load(Look look, LuaScript script) {
    NodeConnection primary = look.primary();
    return primary == null
        ? CompletableFuture.completedFuture(null)
        : primary.load(scripts.of(script, look.generation()));
  }

  /** Looks at all nodes. The future ends when all have answered or failed. */
  CompletableFuture<Void> lookAround() {
    return redis.open().thenCompose(connection -> watches.lookAtAll()).thenAccept(this::looked);
  }

  private void looked(boolean atAll) {
    long past = System.nanoTime() - began;
    boolean nothingInDoubt = known.get() != null && open().isEmpty();
    if (nothingInDoubt && (atAll || past > AWAY.toNanos()) || past > LONGEST_START.toNanos()) {
      started = true;
    }
  }

  /**
   * True once a look has found all slots (after ten seconds, those of nodes that are there), and
   * nothing in doubt of what was at the start; or after two minutes: before, calls are refused.
   */
  boolean isStarted() {
    return started;
  }

  /** Learns what other instances have found. Waits for the database. */
  void refresh() {
    Known now = known.get();
    table.readUnless(redis.cluster(), now == null ? -1 : now.version()).ifPresent(this::learn);
  }

  private void learn(Stored stored) {
    Known learnt = Known.of(stored);
    known.updateAndGet(now -> now == null || now.version() < learnt.version() ? learnt : now);
  }

  /** The doubts that nobody has settled yet. */
  List<RedisDoubt> open() {
    Known now = known.get();
    return now == null
        ? List.of()
        : now.state().doubts().stream().filter(d -> !d.settled()).map(this::told).toList();
  }

  /** What was in doubt is right again. Waits for the database. */
  void settle(RedisDoubt doubt) {
    learn(table.change(redis.cluster(), state -> state.settled(doubt.generation())));
  }

  @Override
  public long vet(NodeConnection process, NodeView seen) throws Exception {
    if (known.get() == null) {
      refresh();
    }
    FallbackState before = state(known);
    Found found = heartbeats.read(process, seen);
    if (found.isWiped() || !before.has(seen)) {
      record(process, seen, found, before);
    }
    heartbeats.write(process, seen, found, clock.instant(), state(known).generation());
    FallbackState now = state(known);
    if (!now.counts(seen)) {
      throw new IllegalStateException("Meanwhile node " + seen.nodeId() + " is another process");
    }
    return now.generation();
  }

  /**
   * A primary that is the same as before, or has fewer slots, goes on while the database is away.
   */
  private void record(NodeConnection process, NodeView seen, Found found, FallbackState before)
      throws Exception {
    if (!lost(seen, found, before).isEmpty()) {
      // Callers that know of nothing yet learn it from this.
      process.forgetScripts();
    }
    try {
      Stored stored =
          table.change(
              redis.cluster(),
              state -> state.vetted(seen, lost(seen, found, state), found.last(), clock.instant()));
      report.tell(stored.state(), before, seen);
      learn(stored);
    } catch (DataAccessException | TransactionException away) {
      if (found.isWiped() || !before.countsAlone(seen)) {
        throw away;
      }
      log.debug("What is new of node {} is recorded later: {}", seen.nodeId(), away.toString());
    }
  }

  /** Of two instances that find the same one empty, the second finds nothing. */
  private static HashSlots lost(NodeView seen, Found found, FallbackState state) {
    HashSlots lost = state.lostBy(seen, found);
    return !found.isWiped() || state.isInDoubtSince(found.wipedAfter(), seen.held())
        ? lost
        : lost.or(seen.held());
  }

  private RedisDoubt told(Doubt doubt) {
    return new RedisDoubt(
        redis.cluster(), doubt.generation(), doubt.slots(), doubt.since(), doubt.foundAt());
  }

  private static FallbackState state(AtomicReference<@Nullable Known> known) {
    Known now = known.get();
    return now == null ? FallbackState.NEW : now.state();
  }

  @Override
  public void close() {
    watches.close();
  }
}
