package dev.storefront.flashsale.units;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.flashsale.order.PendingEntry;
import dev.storefront.flashsale.promotion.Buckets;
import dev.storefront.flashsale.units.Borrowing.Found;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Component;

/**
 * Takes units of a hot promotion. An order takes them of its own bucket; if that is short, it
 * borrows from others and tries again, until it has them or all buckets together had not enough.
 */
@Component
class HotUnits {

  /** Others may be faster to what was borrowed; this often in a row is bad luck or a stampede. */
  private static final int MOST_ROUNDS = 12;

  private final BucketUnits bucket;
  private final Borrowing borrowing;
  private final SoldOutMarks marks;
  private final OrderHomes homes;

  HotUnits(BucketUnits bucket, Borrowing borrowing, SoldOutMarks marks, OrderHomes homes) {
    this.bucket = bucket;
    this.borrowing = borrowing;
    this.marks = marks;
    this.homes = homes;
  }

  CompletableFuture<Take> take(Taking taking) {
    if (!taking.buckets().needHomes()) {
      return takeOrBorrow(taking, 0);
    }
    return homes
        .isElsewhere(
            taking.promotionId(), taking.buckets(), taking.order().orderId(), taking.home())
        .thenCompose(
            elsewhere ->
                elsewhere
                    ? CompletableFuture.completedFuture(Take.refused(taking.item(), TakeCode.HELD))
                    : takeOrBorrow(taking, 0).thenCompose(take -> noteHome(taking, take)));
  }

  private CompletableFuture<Take> takeOrBorrow(Taking taking, int round) {
    return bucket.take(taking, round > 0).thenCompose(take -> borrowIfShort(taking, take, round));
  }

  private CompletableFuture<Take> borrowIfShort(Taking taking, Take take, int round) {
    int quantity = taking.item().quantity();
    if (take.code() != TakeCode.SOLD_OUT || marks.has(taking.promotionId(), quantity)) {
      return CompletableFuture.completedFuture(take);
    }
    if (round == MOST_ROUNDS) {
      return CompletableFuture.completedFuture(take.refusedWith(TakeCode.CONTENDED));
    }
    return borrowing
        .borrow(taking.promotionId(), taking.buckets(), taking.home(), quantity)
        .thenCompose(found -> goOn(taking, take, round, found));
  }

  /** Who waited for another one's look may want fewer units than that one. */
  private CompletableFuture<Take> goOn(Taking taking, Take take, int round, Found found) {
    if (found.kind() == Found.Kind.SOME || found.left() >= taking.item().quantity()) {
      return takeOrBorrow(taking, round + 1);
    }
    return CompletableFuture.completedFuture(
        found.kind() == Found.Kind.SHORT ? take : take.refusedWith(TakeCode.RECOVERING));
  }

  /** Where that fails, the order's record is to decide before anything is given back. */
  private CompletableFuture<Take> noteHome(Taking taking, Take take) {
    if (!take.code().holds()) {
      return CompletableFuture.completedFuture(take);
    }
    return homes
        .note(
            taking.promotionId(),
            taking.buckets(),
            taking.order().orderId(),
            taking.home(),
            taking.order().attempt())
        .thenCompose(
            noted ->
                noted
                    ? CompletableFuture.completedFuture(take)
                    : CompletableFuture.failedFuture(
                        new BackendUnavailableException(
                            "redis", false, new IllegalStateException("The home is not noted"))));
  }

  /** The units that came back, or {@link Units#EARLIER_HOLDS}. */
  CompletableFuture<Long> giveBack(PendingEntry entry, Leave leave, Buckets buckets) {
    return bucket
        .giveBack(entry, leave, buckets)
        .thenCompose(
            units -> {
              if (units > 0) {
                marks.drop(entry.promotionId());
              }
              return buckets.needHomes() && leave != Leave.CANCELLATION
                  ? forgetHome(entry, buckets, units)
                  : CompletableFuture.completedFuture(units);
            });
  }

  /** What an earlier attempt holds may lie in another bucket. */
  private CompletableFuture<Long> forgetHome(PendingEntry entry, Buckets buckets, long units) {
    long promotion = entry.promotionId();
    String order = entry.orderId();
    int home = buckets.homeOf(order, entry.ip(), entry.pin());
    return homes
        .forget(promotion, buckets, order, entry.attempt())
        .thenCompose(forgotten -> homes.isElsewhere(promotion, buckets, order, home))
        .thenApply(elsewhere -> elsewhere && units == 0 ? Units.EARLIER_HOLDS : units);
  }
}
