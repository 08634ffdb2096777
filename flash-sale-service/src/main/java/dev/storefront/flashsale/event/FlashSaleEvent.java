package dev.storefront.flashsale.event;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * What happened, as others read it from {@code flash-sale-events}.
 *
 * @param eventId says by itself what happened, so that an event sent twice has one id
 * @param orderId null where no order is concerned, as are {@code pin} and {@code quantity}
 * @param occurredAt epoch milliseconds
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record FlashSaleEvent(
    String eventId,
    Type type,
    long promotionId,
    long skuId,
    @Nullable String orderId,
    @Nullable String pin,
    @Nullable Integer quantity,
    long occurredAt) {

  /** What can happen. */
  public enum Type {
    GRABBED,
    CANCELLED,
    PAID,
    PROMOTION_ENDED
  }
}
