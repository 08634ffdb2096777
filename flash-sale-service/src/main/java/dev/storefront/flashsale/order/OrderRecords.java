package dev.storefront.flashsale.order;

import static dev.storefront.flashsale.order.OrderStatus.CANCELLED;
import static dev.storefront.flashsale.order.OrderStatus.CLAIMED;
import static dev.storefront.flashsale.order.OrderStatus.GRABBED;
import static dev.storefront.flashsale.order.OrderStatus.PAID;
import static dev.storefront.flashsale.order.OrderStatus.REFUSED;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.flashsale.FlashSaleProperties;
import dev.storefront.flashsale.order.Orders.Move;
import dev.storefront.lua.LuaScript;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/**
 * The orders' records in Redis, each in a slot of its own: where all or none is decided, once, for
 * promotions that lie in several slots. Whoever moves a record has decided; all others follow.
 */
@Component
class OrderRecords {

  private static final LuaScript MOVE = LuaScript.load("flashsale/moveOrder");
  private static final LuaScript READ = LuaScript.load("flashsale/readOrder");
  private static final LuaScript RETIRE = LuaScript.load("flashsale/retireOrder");

  private static final Instant UNCHANGED = Instant.EPOCH;

  private final ScriptRunner scripts;
  private final Namespace namespace;
  private final LostRecords lost;
  private final FlashSaleProperties properties;
  private final Clock clock;

  OrderRecords(
      ScriptRunner scripts,
      Namespace namespace,
      LostRecords lost,
      FlashSaleProperties properties,
      Clock clock) {
    this.scripts = scripts;
    this.namespace = namespace;
    this.lost = lost;
    this.properties = properties;
    this.clock = clock;
  }

  /**
   * An order as its record has it.
   *
   * @param believed false if Redis may have lost what was decided last of this attempt
   */
  record Found(Order order, boolean believed) {}

  CompletableFuture<Move> confirm(
      Order order, List<OrderItem> reserved, Instant expiresAt, Instant keepUntil) {
    Duration left = OrderClaims.KEPT.minus(Orders.CONFIRM_WITHIN);
    return start(
        order,
        Set.of(CLAIMED),
        GRABBED,
        left,
        keepUntil,
        "items",
        OrderItem.encode(reserved),
        "expiresAt",
        expiresAt.toEpochMilli());
  }

  Move refuse(Order order) {
    return move(order, Set.of(CLAIMED), REFUSED, UNCHANGED);
  }

  Move pay(Order order) {
    return move(order, Set.of(GRABBED), PAID, aLongWhile());
  }

  Move cancel(Order order, Set<OrderStatus> from, CancelReason reason) {
    return move(order, from, CANCELLED, aLongWhile(), "reason", reason);
  }

  /**
   * What Redis tells of an order now.
   *
   * @param found empty if there is no record
   * @param lostSince the generation of the slot's fall-back by which more may be lost than is
   *     found; 0 if nothing is
   */
  record Reading(Optional<Found> found, long lostSince) {}

  Optional<Found> find(String orderId) {
    return look(orderId).found();
  }

  Reading look(String orderId) {
    return ScriptRunner.await(start(orderId));
  }

  /** As {@link #find}, without waiting. */
  CompletableFuture<Optional<Found>> read(String orderId) {
    return start(orderId).thenApply(Reading::found);
  }

  private CompletableFuture<Reading> start(String orderId) {
    String key = key(orderId);
    return scripts
        .list(ScriptCall.of(READ, List.of(key), lost.harmlessFloor(key)))
        .thenApply(reply -> new Reading(found(orderId, reply), (Long) reply.get(2)));
  }

  private static Optional<Found> found(String orderId, List<Object> reply) {
    return Optional.of(fields(reply))
        .filter(record -> !record.isEmpty())
        .map(record -> new Found(Order.ofRecord(orderId, record), (Long) reply.get(0) == 1));
  }

  /**
   * The ledger has an entry by which the order's item is of this status.
   *
   * @param certain true if the entry itself says that the order was grabbed or cancelled
   */
  CompletableFuture<Long> retire(
      String orderId, long attempt, long promotionId, OrderStatus stored, boolean certain) {
    Instant now = clock.instant();
    OrderKeys keys = OrderKeys.of(orderId, namespace, now);
    return scripts.integer(
        ScriptCall.of(
            RETIRE,
            List.of(keys.record(), keys.taken()),
            attempt,
            stored,
            promotionId,
            now.toEpochMilli(),
            properties.recordKept().toMillis(),
            keys.number(),
            keys.takenUntil().toEpochMilli(),
            certain ? 1 : 0));
  }

  private Move move(
      Order order, Set<OrderStatus> from, OrderStatus to, Instant keepUntil, Object... fields) {
    return ScriptRunner.await(start(order, from, to, Duration.ZERO, keepUntil, fields));
  }

  private CompletableFuture<Move> start(
      Order order,
      Set<OrderStatus> from,
      OrderStatus to,
      Duration left,
      Instant keepUntil,
      Object... fields) {
    List<Object> args = new ArrayList<>();
    args.add(order.attempt());
    args.add(from.stream().map(Enum::name).collect(Collectors.joining(",", ",", ",")));
    args.add(to);
    args.add(left.toMillis());
    args.add(keepUntil.toEpochMilli());
    args.addAll(List.of(fields));
    return scripts
        .list(ScriptCall.of(MOVE, List.of(key(order.orderId())), args.toArray()))
        .thenApply(reply -> moved(order, reply));
  }

  private Move moved(Order order, List<Object> reply) {
    Map<String, String> record = fields(reply);
    Optional<Order> now =
        record.isEmpty() ? Optional.empty() : Optional.of(Order.ofRecord(order.orderId(), record));
    now.ifPresent(o -> retireIfStored(o, record));
    return new Move(
        (Long) reply.get(0) == 1, now, record.isEmpty() || record.containsKey("joined"));
  }

  /** The ledger's consumer may have been faster than this very move; nobody waits for this. */
  private void retireIfStored(Order order, Map<String, String> record) {
    long promotion = order.items().get(0).promotionId();
    if (order.status().name().equals(record.get("stored:" + promotion))) {
      retire(order.orderId(), order.attempt(), promotion, order.status(), false);
    }
  }

  private Instant aLongWhile() {
    return clock.instant().plus(properties.retention());
  }

  /** The record in a script's reply. */
  static Map<String, String> fields(List<Object> reply) {
    List<?> record = (List<?>) reply.get(1);
    Map<String, String> fields = new HashMap<>();
    for (int i = 0; i + 1 < record.size(); i += 2) {
      fields.put(text(record.get(i)), text(record.get(i + 1)));
    }
    return fields;
  }

  private String key(String orderId) {
    return OrderKeys.record(orderId, namespace);
  }

  private static String text(Object bytes) {
    return new String((byte[]) bytes, StandardCharsets.UTF_8);
  }
}
