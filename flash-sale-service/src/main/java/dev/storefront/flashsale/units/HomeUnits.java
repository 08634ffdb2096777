package dev.storefront.flashsale.units;

import dev.storefront.flashsale.order.OrderItem;
import dev.storefront.flashsale.order.PendingEntry;
import dev.storefront.flashsale.promotion.Buckets;
import dev.storefront.flashsale.units.Borrowing.Found;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Component;

/**
 * Takes units of an order's home. If that is short, a hot promotion's borrows from other buckets
 * and the order tries again, until it has them or all buckets together had not enough.
 */
@Component
class HomeUnits {

  /** Others may be faster to what was borrowed; this often in a row is bad luck or a stampede. */
  private static final int MOST_ROUNDS = 12;

  private final BucketUnits bucket;
  private final Borrowing borrowing;
  private final SoldOutMarks marks;

  HomeUnits(BucketUnits bucket, Borrowing borrowing, SoldOutMarks marks) {
    this.bucket = bucket;
    this.borrowing = borrowing;
    this.marks = marks;
  }

  CompletableFuture<Take> take(Taking taking) {
    return takeOrBorrow(taking, 0);
  }

  private CompletableFuture<Take> takeOrBorrow(Taking taking, int round) {
    return bucket.take(taking, round > 0).thenCompose(take -> borrowIfShort(taking, take, round));
  }

  private CompletableFuture<Take> borrowIfShort(Taking taking, Take take, int round) {
    long promotion = taking.promotionId();
    int quantity = taking.item().quantity();
    // A mark that tells this order too may tell smaller ones: it stays as it is.
    if (take.code() != TakeCode.SOLD_OUT || marks.has(promotion, quantity)) {
      return CompletableFuture.completedFuture(take);
    }
    if (!taking.buckets().isHot()) {
      marks.set(promotion, quantity - 1, taking.now(), marks.releases(promotion));
      return CompletableFuture.completedFuture(take);
    }
    if (round == MOST_ROUNDS) {
      return CompletableFuture.completedFuture(take.refusedWith(TakeCode.CONTENDED));
    }
    return borrowing
        .borrow(promotion, taking.buckets(), taking.home(), quantity)
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

  /**
   * Looks whether there are too few, for an order of which nothing was begun: what {@link #take}
   * would refuse, this refuses alike, and takes nothing. The script counts whom it refuses: so of a
   * hot promotion it is asked only while a mark tells about the other buckets.
   */
  CompletableFuture<Take> look(Taking taking) {
    return taking.buckets().isHot() && !wasSoldOut(taking.item())
        ? CompletableFuture.completedFuture(
            Take.refused(taking.item(), TakeCode.LEFT, Duration.ZERO))
        : bucket.look(taking);
  }

  /** True if a moment ago there were too few. */
  boolean wasSoldOut(OrderItem item) {
    return marks.has(item.promotionId(), item.quantity());
  }

  /** The units that were released, or {@link Units#EARLIER_HOLDS}. */
  CompletableFuture<Long> release(PendingEntry entry, Leave leave, Buckets buckets) {
    return bucket
        .release(entry, leave, buckets)
        .thenApply(
            units -> {
              if (units > 0) {
                marks.drop(entry.promotionId());
              }
              return units;
            });
  }
}
