package dev.storefront.flashsale.units;

import dev.storefront.flashsale.SharedCalls;
import dev.storefront.flashsale.promotion.BucketState;
import dev.storefront.flashsale.promotion.Buckets;
import dev.storefront.flashsale.promotion.Promotions;
import dev.storefront.flashsale.promotion.Survey;
import dev.storefront.flashsale.units.Borrowing.Found.Kind;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/**
 * Gets a bucket that is short what other buckets of its promotion have left, or finds that all
 * together have not enough.
 */
@Component
class Borrowing {

  private final Promotions promotions;
  private final Loans loans;
  private final SoldOutMarks marks;
  private final Clock clock;
  private final SharedCalls<Long, Supplier<CompletableFuture<Survey>>, Survey> surveys =
      SharedCalls.ofOneAnswer();
  private final SharedCalls<Wanted, Supplier<CompletableFuture<Found>>, Found> borrowings =
      SharedCalls.ofOneAnswer();

  Borrowing(Promotions promotions, Loans loans, SoldOutMarks marks, Clock clock) {
    this.promotions = promotions;
    this.loans = loans;
    this.marks = marks;
    this.clock = clock;
  }

  /**
   * What was found.
   *
   * @param left of {@code SHORT} and {@code CLOSED}, units in all open buckets together
   */
  record Found(Kind kind, long left) {

    enum Kind {
      /** There may be enough in the bucket now. */
      SOME,
      /** At one moment all buckets together had no more than {@code left}. */
      SHORT,
      /** Some bucket is being rebuilt or has to be, and the others have not enough. */
      CLOSED
    }

    private static final Found SOME = new Found(Kind.SOME, 0);
  }

  private record Wanted(long promotionId, int bucket, int quantity) {}

  /**
   * Looks for units. Who wants some for a bucket for which this instance is looking already shares
   * the next look: what the present one has seen may have been before this call.
   */
  CompletableFuture<Found> borrow(long promotionId, Buckets buckets, int home, int quantity) {
    return borrowings.call(
        new Wanted(promotionId, home, quantity), () -> look(promotionId, buckets, home, quantity));
  }

  private CompletableFuture<Found> look(long promotionId, Buckets buckets, int home, int quantity) {
    long releasesBefore = marks.releases(promotionId);
    Instant asked = clock.instant();
    return surveys
        .call(promotionId, () -> promotions.survey(promotionId, buckets))
        .thenCompose(
            survey -> {
              long left = leftOpen(survey);
              if (left >= quantity) {
                return borrow(promotionId, survey.now(), home, quantity);
              }
              if (!survey.allOpen()) {
                return CompletableFuture.completedFuture(new Found(Kind.CLOSED, left));
              }
              if (survey.isExact()) {
                marks.set(promotionId, left, asked, releasesBefore);
                return CompletableFuture.completedFuture(new Found(Kind.SHORT, left));
              }
              return completeAll(promotionId, survey.now());
            });
  }

  private static long leftOpen(Survey survey) {
    return survey.now().stream().filter(BucketState::isOpen).mapToLong(BucketState::left).sum();
  }

  /** Of the fullest buckets first, so that few have to lend. */
  private CompletableFuture<Found> borrow(
      long promotionId, List<BucketState> states, int home, int quantity) {
    String epoch = states.get(home).epoch();
    long needed = quantity - states.get(home).left();
    List<CompletableFuture<Boolean>> borrowed = new ArrayList<>();
    for (int from : fullestFirst(states, home)) {
      if (needed > 0) {
        borrowed.add(
            loans
                .lend(promotionId, from, home, needed, epoch)
                .thenCompose(
                    loan ->
                        loan.map(loans::complete)
                            .orElse(CompletableFuture.completedFuture(false))));
        needed -= states.get(from).left();
      }
    }
    return all(borrowed.stream());
  }

  private static List<Integer> fullestFirst(List<BucketState> states, int home) {
    return IntStream.range(0, states.size())
        .boxed()
        .filter(bucket -> bucket != home && states.get(bucket).isOpen())
        .filter(bucket -> states.get(bucket).left() > 0)
        .sorted(Comparator.comparing(bucket -> -states.get(bucket).left()))
        .toList();
  }

  /** Completes what others have begun, so that all units lie in some bucket. */
  private CompletableFuture<Found> completeAll(long promotionId, List<BucketState> states) {
    return all(
        IntStream.range(0, states.size())
            .filter(bucket -> states.get(bucket).lent() > 0)
            .mapToObj(bucket -> loans.unsettled(promotionId, bucket))
            .map(found -> found.thenCompose(left -> all(left.stream().map(this.loans::complete)))));
  }

  private static CompletableFuture<Found> all(Stream<? extends CompletableFuture<?>> steps) {
    return CompletableFuture.allOf(steps.toArray(CompletableFuture[]::new))
        .thenApply(done -> Found.SOME);
  }
}
