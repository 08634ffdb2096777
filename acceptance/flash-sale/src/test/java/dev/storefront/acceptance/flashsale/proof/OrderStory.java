package dev.storefront.acceptance.flashsale.proof;

import dev.storefront.acceptance.flashsale.proof.Books.ItemRow;
import dev.storefront.acceptance.flashsale.proof.Outcome.Done;
import dev.storefront.acceptance.flashsale.proof.Request.Cancel;
import dev.storefront.acceptance.flashsale.proof.Request.Grab;
import dev.storefront.acceptance.flashsale.proof.Request.Pay;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * One order: every call about it, in the order in which they were sent, and what the books have.
 *
 * @param rows its items in the books
 */
record OrderStory(String orderId, List<Exchange> exchanges, List<ItemRow> rows) {

  /** How far the service's clock may be off the callers'. */
  static final long CLOCKS = 100_000;

  OrderStory {
    exchanges = exchanges.stream().sorted(Comparator.comparingLong(Exchange::sent)).toList();
  }

  Stream<Exchange> calls(Class<? extends Request> kind) {
    return exchanges.stream().filter(exchange -> kind.isInstance(exchange.request()));
  }

  Stream<Exchange> grabs() {
    return calls(Grab.class).filter(grab -> !(grab.outcome() instanceof Outcome.NotSent));
  }

  static Content contentOf(Exchange grab) {
    return ((Grab) grab.request()).content();
  }

  /** From when on it is certain that all units were reserved; NEVER if that was never shown. */
  long acceptedAt() {
    return exchanges.stream()
        .filter(exchange -> exchange.outcome() instanceof Done done && done.holds())
        .mapToLong(Exchange::replied)
        .min()
        .orElse(Exchange.NEVER);
  }

  boolean isAccepted() {
    return acceptedAt() < Exchange.NEVER;
  }

  /** All that it was asked for with; a second one is a mistake of the caller. */
  List<Content> contents() {
    return grabs().map(OrderStory::contentOf).distinct().toList();
  }

  /** The content that was accepted. */
  Content acceptedContent() {
    return exchanges.stream()
        .filter(exchange -> exchange.outcome() instanceof Done done && done.holds())
        .flatMap(shown -> contents().stream().filter(c -> isOf(c, (Done) shown.outcome())))
        .findFirst()
        .orElseGet(() -> contents().get(0));
  }

  /** True if a reply shows just what was asked for. */
  static boolean isOf(Content content, Done shown) {
    return shown.items().keySet().equals(content.units().keySet())
        && shown.items().entrySet().stream()
            .allMatch(item -> content.unitsOf(item.getKey()) == item.getValue().quantity());
  }

  /** Until when it had to be paid; NEVER if nobody knows. */
  long expiresAt() {
    LongStream shown =
        exchanges.stream()
            .filter(exchange -> exchange.outcome() instanceof Done)
            .mapToLong(exchange -> ((Done) exchange.outcome()).expiresAt());
    return LongStream.concat(shown, rows.stream().mapToLong(ItemRow::expiresAt))
        .filter(time -> time > 0)
        .min()
        .orElse(Exchange.NEVER);
  }

  /** True if its time to pay may have been over by then. */
  boolean mayHaveExpiredBy(long time) {
    return expiresAt() <= time + CLOCKS;
  }

  Stream<Exchange> cancelsThatMayHaveHappened() {
    return calls(Cancel.class).filter(Exchange::mayHaveHappened);
  }

  /** True if a cancel that may also end a paid order may have happened. */
  boolean mayHaveBeenCancelledPaid() {
    return cancelsThatMayHaveHappened().anyMatch(call -> ((Cancel) call.request()).alsoPaid());
  }

  boolean mayHaveBeenCancelledBy(long time) {
    return cancelsThatMayHaveHappened().anyMatch(call -> call.sent() <= time);
  }

  boolean isPaid() {
    return calls(Pay.class).anyMatch(call -> call.outcome() instanceof Done)
        || exchanges.stream()
            .anyMatch(e -> e.outcome() instanceof Done done && done.status().equals("PAID"));
  }

  boolean isHeldInTheEnd() {
    return !rows.isEmpty() && rows.stream().allMatch(ItemRow::holds);
  }

  /** When its units were released at the earliest; NEVER if they cannot have. */
  long givenBackAt() {
    if (isHeldInTheEnd()) {
      return Exchange.NEVER;
    }
    long cancelled =
        cancelsThatMayHaveHappened().mapToLong(Exchange::sent).min().orElse(Exchange.NEVER);
    return isPaid() ? cancelled : Math.min(cancelled, expiresAt() - CLOCKS);
  }

  /** When its units were back at the latest; NEVER if that was never shown. */
  long certainlyGivenBackAt() {
    return calls(Cancel.class)
        .filter(call -> call.outcome() instanceof Done)
        .mapToLong(Exchange::replied)
        .min()
        .orElse(Exchange.NEVER);
  }
}
