package dev.storefront.flashsale.event;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * What happened, as others read it from {@code flash-sale-events}.
 *
 * @param eventId says by itself what happened, so that an event sent twice has one id
 * @param orderId null where no order is concerned, as are {@code pin} and {@code quantity}
 * @param currentPrice what a buyer pays from now on; of PRICE_CHANGED only, else absent
 * @param occurredAt epoch milliseconds
 */
public record FlashSaleEvent(
    String eventId,
    Type type,
    long promotionId,
    long skuId,
    @Nullable String orderId,
    @Nullable String pin,
    @Nullable Integer quantity,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable BigDecimal currentPrice,
    long occurredAt) {

  /** What can happen. */
  public enum Type {
    GRABBED,
    CANCELLED,
    PAID,
    PRICE_CHANGED,
    PROMOTION_ENDED
  }
}
