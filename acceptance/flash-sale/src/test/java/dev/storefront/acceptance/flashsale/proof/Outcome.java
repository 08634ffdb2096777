package dev.storefront.acceptance.flashsale.proof;

import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** What came of a call, as far as the caller can know. */
public sealed interface Outcome {

  /**
   * Done; of an order, with what the reply showed.
   *
   * @param created true for a 201
   * @param status GRABBED, PAID or CANCELLED; empty where no order was concerned
   * @param expiresAt epoch microseconds; 0 if the reply had none
   * @param items by promotion
   */
  record Done(boolean created, String status, long expiresAt, SortedMap<Long, Item> items)
      implements Outcome {

    boolean holds() {
      return status.equals("GRABBED") || status.equals("PAID");
    }
  }

  /**
   * An item of a reply.
   *
   * @param remaining null if the reply had none
   */
  record Item(int quantity, @Nullable Integer remaining) {}

  /**
   * Refused for good reasons or bad: nothing has happened.
   *
   * @param code the problem's
   * @param promotionId whose promotion refused; 0 if the reply named none
   */
  record Refused(String code, long promotionId) implements Outcome {}

  /** No reply, or a 503: it may have happened, or may happen yet. */
  record Unknown(String why) implements Outcome {}

  /** Nobody listened: it cannot happen. */
  record NotSent() implements Outcome {}
}
