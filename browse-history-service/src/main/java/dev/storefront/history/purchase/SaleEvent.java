package dev.storefront.history.purchase;

import jakarta.validation.constraints.NotBlank;
import org.jspecify.annotations.Nullable;

/**
 * What this service needs of a {@code flash-sale-events} event.
 *
 * @param type {@code PAID} is what counts; that one has all the others
 * @param pin the user
 * @param occurredAt epoch milliseconds
 */
record SaleEvent(
    @NotBlank @Nullable String type,
    @Nullable String pin,
    @Nullable Long skuId,
    @Nullable Long occurredAt) {

  boolean isPaid() {
    return "PAID".equals(type);
  }
}
