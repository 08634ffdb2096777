package dev.storefront.flashsale.units;

import dev.storefront.common.health.Replies;
import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.flashsale.order.Order;
import dev.storefront.flashsale.order.OrderItem;
import dev.storefront.flashsale.order.PendingEntry;
import dev.storefront.flashsale.promotion.Buckets;
import dev.storefront.flashsale.promotion.PromotionKeys;
import dev.storefront.flashsale.promotion.Promotions;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.springframework.stereotype.Component;

/**
 * The units that orders hold of promotions, in the promotions' own slots. Every call may be
 * repeated; none waits, so that those of an order's promotions travel together.
 */
@Component
public final class Units {

  /**
   * Nothing was released: an earlier attempt holds units, so that the later has never reserved any.
   */
  public static final long EARLIER_HOLDS = -1;

  private static final int MOST_COUNTED = 10_000;

  private final RedisClusterAccess cluster;
  private final Namespace namespace;
  private final Promotions promotions;
  private final HomeUnits homeUnits;
  private final AddressHolds holds;
  private final PendingNotes notes;

  Units(
      RedisClusterAccess cluster,
      Namespace namespace,
      Promotions promotions,
      HomeUnits homeUnits,
      AddressHolds holds,
      PendingNotes notes) {
    this.cluster = cluster;
    this.namespace = namespace;
    this.promotions = promotions;
    this.homeUnits = homeUnits;
    this.holds = holds;
    this.notes = notes;
  }

  /** Reserves an item's units for the order's attempt, and notes its GRAB as pending. */
  public CompletableFuture<ReserveAnswer> reserve(Order order, OrderItem item, Instant now) {
    promotions.touch(item.promotionId());
    return at(
        order, item, now, t -> homeUnits.reserve(t).thenCompose(answer -> holds.hold(t, answer)));
  }

  /** True if too few were left a moment ago: then {@link #look} may spare an order its attempt. */
  public boolean wasSoldOut(OrderItem item) {
    return homeUnits.wasSoldOut(item);
  }

  /**
   * Tells an order of which nothing was begun why it would be refused, if too few are left for
   * certain. Reserves nothing, but counts against the rate as {@link #reserve} does.
   *
   * @return {@link ReserveCode#refusesAll} if it would be refused; else it has to be tried
   */
  public CompletableFuture<ReserveAnswer> look(Order order, OrderItem item, Instant now) {
    return at(order, item, now, homeUnits::look);
  }

  private CompletableFuture<ReserveAnswer> at(
      Order order,
      OrderItem item,
      Instant now,
      Function<ReserveRequest, CompletableFuture<ReserveAnswer>> step) {
    return promotions
        .bucketsOf(item.promotionId())
        .thenCompose(
            buckets ->
                buckets
                    .map(b -> new ReserveRequest(order, item, now, b, false))
                    .map(t -> holds.isFull(t).thenApply(t::withAddressFull).thenCompose(step))
                    .orElseGet(
                        () ->
                            CompletableFuture.completedFuture(
                                ReserveAnswer.refused(
                                    item, ReserveCode.UNKNOWN_PROMOTION, Duration.ZERO))));
  }

  /**
   * Releases an attempt's units, if it holds any.
   *
   * @return the units that were released, or {@link #EARLIER_HOLDS}
   */
  public CompletableFuture<Long> release(PendingEntry entry, Leave leave) {
    promotions.touch(entry.promotionId());
    return promotions
        .bucketsOf(entry.promotionId())
        .thenCompose(
            buckets ->
                buckets
                    .map(
                        b ->
                            homeUnits
                                .release(entry, leave, b)
                                .thenCombine(
                                    holds.release(entry, leave, b), (units, held) -> units))
                    .orElse(CompletableFuture.completedFuture(0L)));
  }

  /** Notes that something is being begun. */
  public CompletableFuture<Void> note(List<PendingEntry> entries, Instant now) {
    entries.forEach(entry -> promotions.touch(entry.promotionId()));
    return each(entries, (entry, buckets) -> notes.note(entry, home(entry, buckets), now));
  }

  /** Forgets what the ledger is known to have, or will never have to have. */
  public CompletableFuture<Void> settled(List<PendingEntry> entries) {
    return each(entries, this::forget);
  }

  private CompletableFuture<Void> each(
      List<PendingEntry> entries, BiFunction<PendingEntry, Buckets, CompletableFuture<?>> step) {
    return CompletableFuture.allOf(
        entries.stream()
            .map(
                entry ->
                    promotions
                        .bucketsOf(entry.promotionId())
                        .thenCompose(b -> step.apply(entry, b.orElse(Buckets.UNKNOWN))))
            .toArray(CompletableFuture[]::new));
  }

  private CompletableFuture<?> forget(PendingEntry entry, Buckets buckets) {
    CompletableFuture<Long> forgotten = notes.forget(entry, home(entry, buckets));
    return buckets.holdsApart()
        ? CompletableFuture.allOf(
            forgotten, notes.forget(entry, holds.keys(entry.promotionId(), buckets, entry.ip())))
        : forgotten;
  }

  private PromotionKeys home(PendingEntry entry, Buckets buckets) {
    int home = buckets.homeOf(entry.orderId(), entry.ip(), entry.pin());
    return PromotionKeys.of(entry.promotionId(), home, namespace);
  }

  /**
   * Forgets one of {@link #notes}, as it lies where it lies: what it says may be written otherwise.
   */
  public CompletableFuture<Void> settled(PendingNote note) {
    byte[] key = pendingKey(note.promotionId(), note.bucket());
    return cluster.call(c -> c.zrem(key, note.member())).thenAccept(removed -> {});
  }

  /**
   * What was noted before {@code until} and is still pending, the oldest first of each bucket.
   *
   * @param max of each bucket
   */
  public CompletableFuture<List<PendingNote>> notes(long promotionId, Instant until, int max) {
    return ofEachBucket(promotionId, bucket -> notes(promotionId, bucket, until, 0, max))
        .thenApply(buckets -> buckets.stream().flatMap(List::stream).toList());
  }

  /**
   * The same of one bucket, without the oldest ones.
   *
   * @param skipped how many to leave out
   */
  public CompletableFuture<List<PendingNote>> notes(
      long promotionId, int bucket, Instant until, int skipped, int max) {
    Range<Long> noted = Range.create(0L, until.toEpochMilli());
    byte[] key = pendingKey(promotionId, bucket);
    return cluster
        .call(c -> c.zrangebyscore(key, noted, Limit.create(skipped, max)))
        .thenApply(
            members -> members.stream().map(m -> new PendingNote(promotionId, bucket, m)).toList());
  }

  /** What those of {@link #notes} say that this version can read, each once. */
  public CompletableFuture<List<PendingEntry>> pending(long promotionId, Instant until, int max) {
    return notes(promotionId, until, max)
        .thenApply(
            notes -> notes.stream().flatMap(note -> note.entry().stream()).distinct().toList());
  }

  /**
   * How many items of orders the ledger is not yet known to have. What is noted for an address too
   * counts once, among the first {@value #MOST_COUNTED} notes of each bucket.
   */
  public CompletableFuture<Long> pendingCount(long promotionId) {
    return promotions
        .bucketsOf(promotionId)
        .thenCompose(
            buckets ->
                buckets.filter(Buckets::holdsApart).isPresent()
                    ? notes(promotionId, Instant.ofEpochMilli(Long.MAX_VALUE), MOST_COUNTED)
                        .thenApply(PendingNote::countOnce)
                    : ofEachBucket(
                            promotionId,
                            b -> cluster.call(c -> c.zcard(pendingKey(promotionId, b))))
                        .thenApply(counts -> counts.stream().mapToLong(Long::longValue).sum()));
  }

  private <T> CompletableFuture<List<T>> ofEachBucket(
      long promotionId, IntFunction<CompletableFuture<T>> command) {
    return promotions
        .bucketsOf(promotionId)
        .thenCompose(
            buckets ->
                Replies.all(
                    IntStream.range(0, buckets.orElse(Buckets.UNKNOWN).count()).mapToObj(command)));
  }

  private byte[] pendingKey(long promotionId, int bucket) {
    return bytes(PromotionKeys.of(promotionId, bucket, namespace).pending());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
