package dev.storefront.flashsale.grab;

import dev.storefront.flashsale.order.OrderItem;
import dev.storefront.flashsale.release.Compensation.Reach;
import dev.storefront.flashsale.units.ReserveAnswer;
import dev.storefront.flashsale.units.ReserveCode;
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
 * @param fault why an answer is missing, null if none is: its units may have been reserved
 */
record ReserveAnswers(List<ReserveAnswer> answers, @Nullable RuntimeException fault) {

  /** Completes once all have, and never fails. */
  static CompletableFuture<ReserveAnswers> of(List<CompletableFuture<ReserveAnswer>> replies) {
    return CompletableFuture.allOf(replies.toArray(CompletableFuture[]::new))
        .handle((done, error) -> answered(replies));
  }

  private static ReserveAnswers answered(List<CompletableFuture<ReserveAnswer>> replies) {
    List<ReserveAnswer> answers = new ArrayList<>();
    RuntimeException fault = null;
    for (CompletableFuture<ReserveAnswer> reply : replies) {
      try {
        answers.add(reply.join());
      } catch (CompletionException e) {
        fault = e;
      }
    }
    return new ReserveAnswers(answers, fault);
  }

  boolean holdAll() {
    return fault == null && firstRefused().isEmpty();
  }

  /** True if any units were reserved, or may have been. */
  boolean mayHoldAny() {
    return fault != null || answers.stream().anyMatch(ReserveAnswer::mayHold);
  }

  /** True if an earlier attempt of the order holds units. */
  boolean anyHeld() {
    return answers.stream().anyMatch(answer -> answer.code() == ReserveCode.HELD);
  }

  /** How far the attempt got. A tombstone says that others knew of it, and may still. */
  Reach reach() {
    boolean fenced = answers.stream().anyMatch(answer -> answer.code() == ReserveCode.FENCED);
    return fault != null || fenced ? Reach.UNANSWERED : Reach.ANSWERED;
  }

  Optional<ReserveAnswer> firstRefused() {
    return answers.stream().filter(answer -> !answer.code().holds()).findFirst();
  }

  List<OrderItem> items() {
    return answers.stream().map(ReserveAnswer::item).toList();
  }

  /** The strictest of the promotions' payment time-outs. */
  Duration paymentTimeout() {
    return answers.stream()
        .map(ReserveAnswer::paymentTimeout)
        .min(Comparator.naturalOrder())
        .orElseThrow();
  }

  /** The latest time until which a promotion keeps its orders. */
  Instant keepUntil() {
    return answers.stream()
        .map(ReserveAnswer::keepUntil)
        .max(Comparator.naturalOrder())
        .orElseThrow();
  }
}
