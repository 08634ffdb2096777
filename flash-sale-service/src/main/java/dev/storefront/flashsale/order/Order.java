package dev.storefront.flashsale.order;

import dev.storefront.flashsale.ledger.LedgerEntry;
import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import dev.storefront.flashsale.ledger.LedgerItem;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An order as Redis or the ledger has it.
 *
 * @param attempt numbers the order's attempts, in growing order
 * @param pin whose order it is
 * @param ip where it came from
 * @param items in the order of the request; of the ledger's, by promotion
 * @param expiresAt until when it has to be paid; null until all items were reserved
 * @param reason why it was cancelled, else null
 */
public record Order(
    String orderId,
    OrderStatus status,
    long attempt,
    String pin,
    String ip,
    List<OrderItem> items,
    @Nullable Instant expiresAt,
    @Nullable CancelReason reason) {

  /**
   * The order that a record has.
   *
   * @throws UnreadableException if this version cannot read it
   */
  static Order ofRecord(String orderId, Map<String, String> fields) {
    return UnreadableException.reading("An order's record", () -> read(orderId, fields));
  }

  private static Order read(String orderId, Map<String, String> fields) {
    String expiresAt = fields.get("expiresAt");
    String reason = fields.get("reason");
    return new Order(
        orderId,
        OrderStatus.valueOf(field(fields, "status")),
        Long.parseLong(field(fields, "attempt")),
        field(fields, "pin"),
        field(fields, "ip"),
        OrderItem.decode(field(fields, "items")),
        expiresAt == null ? null : Instant.ofEpochMilli(Long.parseLong(expiresAt)),
        reason == null ? null : CancelReason.valueOf(reason));
  }

  /**
   * The attempt that a row of the ledger is of, if it is of that promotion alone.
   *
   * @throws UnreadableException if this version cannot read it
   */
  public static Optional<Order> ofOneItem(LedgerItem row) {
    return StoredAttempt.of(List.of(row), row.attempt())
        .filter(StoredAttempt::complete)
        .map(StoredAttempt::order);
  }

  /** The same order, with all of its items reserved. */
  public Order grabbed(List<OrderItem> reserved, Instant until) {
    return new Order(orderId, OrderStatus.GRABBED, attempt, pin, ip, reserved, until, null);
  }

  /** The same order, cancelled. */
  public Order cancelled(CancelReason why) {
    return new Order(orderId, OrderStatus.CANCELLED, attempt, pin, ip, items, expiresAt, why);
  }

  /** The same order; if it is cancelled and nobody knows why, for this reason. */
  public Order cancelledAnyway(CancelReason why) {
    return status == OrderStatus.CANCELLED && reason == null ? cancelled(why) : this;
  }

  /** The same attempt, which is over: nobody knows why, or it came to nothing. */
  Order over(OrderStatus ending) {
    return new Order(orderId, ending, attempt, pin, ip, items, expiresAt, null);
  }

  /** The same order, paid. */
  public Order paid() {
    return new Order(orderId, OrderStatus.PAID, attempt, pin, ip, items, expiresAt, null);
  }

  /** True if this is what was asked for. */
  boolean isOf(Orders.Draft draft) {
    return OrderItem.content(items).equals(OrderItem.content(draft.items()))
        && pin.equals(draft.pin())
        && (!draft.ipMatters() || ip.equals(draft.ip()));
  }

  /** The same order, its items in the order of the request. */
  Order inOrderOf(Orders.Draft draft) {
    List<Long> asked = draft.items().stream().map(OrderItem::promotionId).toList();
    List<OrderItem> sorted =
        items.stream().sorted(Comparator.comparing(i -> asked.indexOf(i.promotionId()))).toList();
    return new Order(orderId, status, attempt, pin, ip, sorted, expiresAt, reason);
  }

  /** A ledger entry for each item. */
  public List<LedgerEntry> entries(Kind kind, Instant now) {
    return items.stream().map(item -> entry(kind, item, now)).toList();
  }

  private LedgerEntry entry(Kind kind, OrderItem item, Instant now) {
    boolean grab = kind == Kind.GRAB;
    return new LedgerEntry(
        LedgerEntry.idOf(kind, orderId, item.promotionId(), attempt),
        kind,
        item.promotionId(),
        orderId,
        attempt,
        item.quantity(),
        items.size() > 1 ? OrderItem.content(items) : null,
        grab ? item.remaining() : null,
        pin,
        ip,
        kind == Kind.CANCEL && reason != null ? reason.name() : null,
        grab && expiresAt != null ? expiresAt.toEpochMilli() : null,
        now.toEpochMilli());
  }

  /** What to note in Redis until the ledger is known to have such entries. */
  public List<PendingEntry> pending(Kind kind) {
    return items.stream().map(item -> pending(kind, item)).toList();
  }

  /** The same for one of the items. */
  public PendingEntry pending(Kind kind, OrderItem item) {
    CancelReason why = kind == Kind.CANCEL ? reason : null;
    return new PendingEntry(
        item.promotionId(), orderId, attempt, kind, why, item.quantity(), ip, pin);
  }

  private static String field(Map<String, String> fields, String name) {
    String value = fields.get(name);
    if (value == null) {
      throw new IllegalArgumentException("An order's record lacks its " + name);
    }
    return value;
  }

  /** For logs, which have to do without addresses and accounts. */
  @Override
  public String toString() {
    return "order %s, attempt %d, %s: %s".formatted(orderId, attempt, status, items);
  }
}
