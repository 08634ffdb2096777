package dev.storefront.flashsale.order;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.storefront.common.metrics.UseCase;
import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Cursor;
import dev.storefront.common.web.Problem;
import dev.storefront.flashsale.ledger.LedgerItem;
import dev.storefront.flashsale.ledger.LedgerStore;
import dev.storefront.flashsale.promotion.Promotions;
import dev.storefront.flashsale.promotion.Promotions.Standing;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Lists a promotion's orders, as MySQL has them. */
@RestController
@RequestMapping("/api/v1/promotions/{promotionId}/orders")
@RequiresScope(Scope.OPERATOR)
@Tag(name = "promotions")
class PromotionOrdersController {

  private final Promotions promotions;
  private final LedgerStore ledger;

  PromotionOrdersController(Promotions promotions, LedgerStore ledger) {
    this.promotions = promotions;
    this.ledger = ledger;
  }

  /** What became of an order, as operators ask for it. */
  enum Status {
    GRABBED,
    PAID,
    CANCELLED
  }

  /**
   * An order's units of the promotion.
   *
   * @param expiresAt until when it had to be paid
   * @param reason why it was cancelled; absent otherwise
   */
  @Schema(name = "PromotionOrder")
  record Item(
      @Schema(example = "A-20260618-0001") String orderId,
      Status status,
      @Schema(example = "1") int quantity,
      @Schema(example = "alice") String pin,
      @Schema(example = "2026-06-18T00:20:00Z") @Nullable Instant expiresAt,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable CancelReason reason) {

    private static Item of(LedgerItem item) {
      return new Item(
          item.orderId(),
          Status.valueOf(item.status()),
          item.quantity(),
          item.pin(),
          item.expiresAt(),
          CancelReason.ofLedger(item.reason()));
    }
  }

  /**
   * Some of them, by order id.
   *
   * @param nextCursor where the next page begins, absent at the end
   */
  @Schema(name = "PromotionOrderPage")
  record Page(
      List<Item> items, @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String nextCursor) {}

  @Answers("404 promotion-not-found")
  @GetMapping
  @Operation(
      summary = "A promotion's orders by their id",
      description =
          "As MySQL has them, which is behind Redis by as much as the ledger's consumer is, usually"
              + " milliseconds.")
  @UseCase("list-orders")
  Page find(
      @PathVariable long promotionId,
      @RequestParam(required = false) @Nullable Status status,
      @RequestParam(defaultValue = "20") @Min(1) @Max(1000) int limit,
      @RequestParam(required = false) @Nullable String cursor) {
    String list = "orders/%d/%s".formatted(promotionId, status);
    String after = cursor == null ? "" : Cursor.decode(list, cursor);
    if (promotions.standingOf(promotionId) == Standing.UNKNOWN) {
      throw Problem.of(HttpStatus.NOT_FOUND, "promotion-not-found", "There is no such promotion.")
          .toException();
    }
    List<LedgerItem> found =
        ledger.ordersAfter(promotionId, status == null ? null : status.name(), after, limit + 1);
    List<Item> items = found.stream().limit(limit).map(Item::of).toList();
    return new Page(
        items, found.size() > limit ? Cursor.encode(list, items.get(limit - 1).orderId()) : null);
  }
}
