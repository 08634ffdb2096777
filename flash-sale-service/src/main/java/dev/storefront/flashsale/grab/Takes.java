package dev.storefront.flashsale.grab;

import dev.storefront.flashsale.order.OrderItem;
import dev.storefront.flashsale.release.Compensation.Reach;
import dev.storefront.flashsale.units.Take;
import dev.storefront.flashsale.units.TakeCode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * The answers of all of an order's promotions.
 *
 * @param answers in the order of the items; without those that failed
 * @param fault why an answer is missing, null if none is: its units may have been taken
 */
record Takes(List<Take> answers, @Nullable RuntimeException fault) {

  /** Completes once all have, and never fails. */
  static CompletableFuture<Takes> of(List<CompletableFuture<Take>> replies) {
    return CompletableFuture.allOf(replies.toArray(CompletableFuture[]::new))
        .handle((done, error) -> answered(replies));
  }

  private static Takes answered(List<CompletableFuture<Take>> replies) {
    List<Take> answers = new ArrayList<>();
    RuntimeException fault = null;
    for (CompletableFuture<Take> reply : replies) {
      try {
        answers.add(reply.join());
      } catch (CompletionException e) {
        fault = e;
      }
    }
    return new Takes(answers, fault);
  }

  boolean holdAll() {
    return fault == null && firstRefused().isEmpty();
  }

  /** True if any units were taken, or may have been. */
  boolean mayHoldAny() {
    return fault != null || answers.stream().anyMatch(Take::mayHold);
  }

  /** True if an earlier attempt of the order holds units. */
  boolean anyHeld() {
    return answers.stream().anyMatch(take -> take.code() == TakeCode.HELD);
  }

  /** How far the attempt got. A tombstone says that others knew of it, and may still. */
  Reach reach() {
    boolean fenced = answers.stream().anyMatch(take -> take.code() == TakeCode.FENCED);
    return fault != null || fenced ? Reach.UNANSWERED : Reach.ANSWERED;
  }

  Optional<Take> firstRefused() {
    return answers.stream().filter(take -> !take.code().holds()).findFirst();
  }

  List<OrderItem> items() {
    return answers.stream().map(Take::item).toList();
  }

  /** The strictest of the promotions' payment time-outs. */
  Duration paymentTimeout() {
    return answers.stream().map(Take::paymentTimeout).min(Comparator.naturalOrder()).orElseThrow();
  }

  /** The latest time until which a promotion keeps its orders. */
  Instant keepUntil() {
    return answers.stream().map(Take::keepUntil).max(Comparator.naturalOrder()).orElseThrow();
  }
}
