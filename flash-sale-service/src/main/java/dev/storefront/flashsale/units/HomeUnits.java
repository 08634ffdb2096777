package dev.storefront.flashsale.units;

import dev.storefront.flashsale.order.OrderItem;
import dev.storefront.flashsale.order.PendingEntry;
import dev.storefront.flashsale.promotion.Buckets;
import dev.storefront.flashsale.units.Borrowing.Found;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Component;

/**
 * Reserves units of an order's home. If that is short, a hot promotion's borrows from other buckets
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

  CompletableFuture<ReserveAnswer> reserve(ReserveRequest request) {
    return reserveOrBorrow(request, 0);
  }

  private CompletableFuture<ReserveAnswer> reserveOrBorrow(ReserveRequest request, int round) {
    return bucket
        .reserve(request, round > 0)
        .thenCompose(answer -> borrowIfShort(request, answer, round));
  }

  private CompletableFuture<ReserveAnswer> borrowIfShort(
      ReserveRequest request, ReserveAnswer answer, int round) {
    long promotion = request.promotionId();
    int quantity = request.item().quantity();
    // A mark that tells this order too may tell smaller ones: it stays as it is.
    if (answer.code() != ReserveCode.SOLD_OUT || marks.has(promotion, quantity)) {
      return CompletableFuture.completedFuture(answer);
    }
    if (!request.buckets().isHot()) {
      marks.set(promotion, quantity - 1, request.now(), marks.releases(promotion));
      return CompletableFuture.completedFuture(answer);
    }
    if (round == MOST_ROUNDS) {
      return CompletableFuture.completedFuture(answer.refusedWith(ReserveCode.CONTENDED));
    }
    return borrowing
        .borrow(promotion, request.buckets(), request.home(), quantity)
        .thenCompose(found -> goOn(request, answer, round, found));
  }

  /** Who waited for another one's look may want fewer units than that one. */
  private CompletableFuture<ReserveAnswer> goOn(
      ReserveRequest request, ReserveAnswer answer, int round, Found found) {
    if (found.kind() == Found.Kind.SOME || found.left() >= request.item().quantity()) {
      return reserveOrBorrow(request, round + 1);
    }
    return CompletableFuture.completedFuture(
        found.kind() == Found.Kind.SHORT ? answer : answer.refusedWith(ReserveCode.RECOVERING));
  }

  /**
   * Looks whether there are too few, for an order of which nothing was begun: what {@link #reserve}
   * would refuse, this refuses alike, and reserves nothing. The script counts whom it refuses: so
   * of a hot promotion it is asked only while a mark tells about the other buckets.
   */
  CompletableFuture<ReserveAnswer> look(ReserveRequest request) {
    return request.buckets().isHot() && !wasSoldOut(request.item())
        ? CompletableFuture.completedFuture(
            ReserveAnswer.refused(request.item(), ReserveCode.LEFT, Duration.ZERO))
        : bucket.look(request);
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
