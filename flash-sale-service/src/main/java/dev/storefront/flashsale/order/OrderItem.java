package dev.storefront.flashsale.order;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Units of one promotion in an order.
 *
 * @param quantity 1 or more
 * @param remaining what was left in the promotion once they were reserved; null until then
 */
public record OrderItem(long promotionId, int quantity, @Nullable Integer remaining) {

  /** An item that is asked for. */
  public OrderItem(long promotionId, int quantity) {
    this(promotionId, quantity, null);
  }

  /** The items as the order's record holds them, {@code 7:1:99,8:2:0}. */
  static String encode(List<OrderItem> items) {
    return items.stream()
        .map(
            item ->
                item.promotionId
                    + ":"
                    + item.quantity
                    + (item.remaining == null ? "" : ":" + item.remaining))
        .collect(Collectors.joining(","));
  }

  /** The same for the same units, in whatever order, {@code 7:1,8:2}. */
  static String content(List<OrderItem> items) {
    return encode(
        items.stream()
            .map(item -> new OrderItem(item.promotionId, item.quantity))
            .sorted(Comparator.comparingLong(OrderItem::promotionId))
            .toList());
  }

  /**
   * What {@link #encode} gave.
   *
   * @throws IllegalArgumentException if it gave no such thing
   */
  static List<OrderItem> decode(String text) {
    return Arrays.stream(text.split(",")).map(OrderItem::decodeOne).toList();
  }

  private static OrderItem decodeOne(String text) {
    String[] parts = text.split(":");
    if (parts.length < 2) {
      throw new IllegalArgumentException("No item of an order: " + text);
    }
    return new OrderItem(
        Long.parseLong(parts[0]),
        Integer.parseInt(parts[1]),
        parts.length > 2 ? Integer.valueOf(parts[2]) : null);
  }
}
