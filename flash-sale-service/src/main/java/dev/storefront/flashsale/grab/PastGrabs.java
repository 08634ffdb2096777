package dev.storefront.flashsale.grab;

import dev.storefront.flashsale.grab.Refusal.Reason;
import dev.storefront.flashsale.order.FirstAnswers;
import dev.storefront.flashsale.order.FirstAnswers.Held;
import dev.storefront.flashsale.order.FirstAnswers.Knowledge;
import dev.storefront.flashsale.order.Orders;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** What becomes of a grab whose order has no record that decides, but may have been grabbed. */
@Component
class PastGrabs {

  private final FirstAnswers firstAnswers;

  PastGrabs(FirstAnswers firstAnswers) {
    this.firstAnswers = firstAnswers;
  }

  /**
   * Its id is known. Of what was grabbed a moment ago MySQL may not know yet; what has no record it
   * has forgotten.
   */
  GrabOutcome of(Orders.Draft draft, Orders.Claim claim) {
    boolean hasRecord = claim.order().attempt() > 0;
    return outcome(firstAnswers.of(draft), hasRecord ? Reason.UNAVAILABLE : Reason.ORDER_CONFLICT);
  }

  /** Its reservations are known. */
  GrabOutcome ofHeld(Orders.Draft draft) {
    return outcome(firstAnswers.of(draft), Reason.UNAVAILABLE);
  }

  /** Redis may have lost it; empty if it was never grabbed, so that it may begin. */
  Optional<GrabOutcome> ofLost(Orders.Draft draft, Orders.Claim claim) {
    return Optional.of(firstAnswers.ofLost(draft, claim))
        .filter(held -> held.knowledge() != Knowledge.NONE)
        .map(held -> outcome(held, Reason.UNAVAILABLE));
  }

  /**
   * MySQL has the first answer.
   *
   * @param unknown why it is refused if MySQL knows nothing certain of it
   */
  private static GrabOutcome outcome(Held held, Reason unknown) {
    return held.same()
        .<GrabOutcome>map(order -> new GrabOutcome.Grabbed(order, false))
        .orElseGet(
            () ->
                Refusal.of(held.knowledge() == Knowledge.TAKEN ? Reason.ORDER_CONFLICT : unknown));
  }
}
