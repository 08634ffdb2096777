package dev.storefront.acceptance.flashsale.proof;

/** What was asked of the service. */
public sealed interface Request {

  /** The order that it was about; empty where there is none. */
  default String orderId() {
    return "";
  }

  /** POST /grabs, by a service. */
  record Grab(String orderId, Content content) implements Request {}

  /**
   * POST /grabs/{orderId}/cancel.
   *
   * @param alsoPaid true if a paid order may be cancelled by it
   */
  record Cancel(String orderId, String reason, boolean alsoPaid) implements Request {}

  /** POST /grabs/{orderId}/pay. */
  record Pay(String orderId) implements Request {}

  /** GET /grabs/{orderId}. */
  record Read(String orderId) implements Request {}

  /** POST /promotions/{id}/stop. */
  record Stop(long promotionId) implements Request {}
}
