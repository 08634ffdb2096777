package dev.storefront.flashsale.order;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An order's grab as clients see it.
 *
 * @param expiresAt until when it has to be paid
 * @param reason why it was cancelled; absent otherwise
 */
public record GrabView(
    @Schema(example = "A-20260618-0001") String orderId,
    @Schema(
            example = "GRABBED",
            allowableValues = {"GRABBED", "PAID", "CANCELLED"})
        OrderStatus status,
    @Schema(example = "2026-06-18T00:20:00Z") @Nullable Instant expiresAt,
    List<Item> items,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable CancelReason reason) {

  /**
   * @param remaining what was left in the promotion right after this grab; of a hot one, in the
   *     order's bucket of it
   */
  @Schema(name = "GrabbedItem")
  public record Item(
      @Schema(example = "7001") long promotionId,
      @Schema(example = "1") int quantity,
      @Schema(
              description =
                  "what was left right after this grab; of a promotion of several buckets, in the"
                      + " order's bucket",
              example = "41")
          @Nullable Integer remaining) {}

  /** The view of a grabbed, paid or cancelled order. */
  public static GrabView of(Order order) {
    return new GrabView(
        order.orderId(),
        order.status(),
        order.expiresAt(),
        order.items().stream()
            .map(i -> new Item(i.promotionId(), i.quantity(), i.remaining()))
            .toList(),
        order.reason());
  }
}
