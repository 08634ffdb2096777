package dev.storefront.flashsale.grab;

import dev.storefront.flashsale.ledger.LedgerEntry;
import dev.storefront.flashsale.order.OrderItem;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an order wants to grab. */
record GrabRequest(
    @NotNull
        @Pattern(
            regexp = "^(?!\\.{1,2}$)" + LedgerEntry.ORDER_ID + "$",
            message = "must be 1 to 64 letters, digits or . _ : -, and neither . nor ..")
        @Schema(example = "A-20300618-0001")
        String orderId,
    @NotNull @Size(min = 1, max = GrabRequest.MOST_ITEMS) List<Item> items,
    @Schema(
            description =
                "Who buys. A service's call must say it; a user's need not, and it does not count",
            minLength = 1,
            maxLength = GrabRules.LONGEST_PIN,
            example = "alice")
        @Nullable String pin,
    @Schema(description = "Where the buyer comes from, by the same rules", example = "203.0.113.7")
        @Nullable String ip) {

  static final int MOST_ITEMS = 20;

  @Schema(name = "GrabItem")
  record Item(
      @NotNull @Positive @Schema(example = "7001") Long promotionId,
      @NotNull @Min(1) @Max(1_000) @Schema(example = "1") Integer quantity) {}

  List<OrderItem> orderItems() {
    return items.stream().map(item -> new OrderItem(item.promotionId(), item.quantity())).toList();
  }

  /** For logs, which have to do without addresses and accounts. */
  @Override
  public String toString() {
    return "order %s: %s".formatted(orderId, items);
  }
}
