package dev.storefront.flashsale.order;

import static dev.storefront.flashsale.order.OrderStatus.CANCELLED;
import static dev.storefront.flashsale.order.OrderStatus.CLAIMED;
import static dev.storefront.flashsale.order.OrderStatus.FREE;
import static dev.storefront.flashsale.order.OrderStatus.GRABBED;
import static dev.storefront.flashsale.order.OrderStatus.PAID;
import static dev.storefront.flashsale.order.OrderStatus.REFUSED;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.flashsale.FlashSaleProperties;
import dev.storefront.lua.LuaScript;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The orders' records in Redis, each in a slot of its own: where all or none is decided, once, for
 * promotions that lie in several slots. Whoever moves a record has decided; all others follow.
 */
@Component
public class Orders {

  private static final LuaScript CLAIM = LuaScript.load("flashsale/claimOrder");
  private static final LuaScript MOVE = LuaScript.load("flashsale/moveOrder");

  /** How long an unfinished attempt is remembered; far longer than one takes. */
  private static final Duration CLAIM_KEPT = Duration.ofMinutes(10);

  private static final Instant UNCHANGED = Instant.EPOCH;
  private static final long ANY_ATTEMPT = 0;

  private final ScriptRunner scripts;
  private final RedisClusterAccess cluster;
  private final OrderHistory history;
  private final Namespace namespace;
  private final FlashSaleProperties properties;
  private final Clock clock;

  Orders(
      ScriptRunner scripts,
      RedisClusterAccess cluster,
      OrderHistory history,
      Namespace namespace,
      FlashSaleProperties properties,
      Clock clock) {
    this.scripts = scripts;
    this.cluster = cluster;
    this.history = history;
    this.namespace = namespace;
    this.properties = properties;
    this.clock = clock;
  }

  /**
   * What an order asks for.
   *
   * @param ipMatters false if the same order may come again from another address
   */
  public record Draft(
      String orderId, List<OrderItem> items, String pin, String ip, boolean ipMatters) {}

  /** The answer to a claim, with the order as it is now. */
  public record Claim(ClaimCode code, Order order) {}

  /**
   * The answer to a move.
   *
   * @param moved true if this call decided
   * @param order as it is now, empty if there is no record
   * @param shared false only if no duplicate has ever joined the very attempt that was to move
   */
  public record Move(boolean moved, Optional<Order> order, boolean shared) {}

  /** Begins an attempt, joins the one under way, or tells what became of an earlier one. */
  public Claim claim(Draft draft) {
    String content =
        OrderItem.encode(
            draft.items().stream()
                .sorted(Comparator.comparingLong(OrderItem::promotionId))
                .toList());
    ScriptCall call =
        ScriptCall.of(
            CLAIM,
            List.of(key(draft.orderId())),
            clock.millis(),
            content,
            OrderItem.encode(draft.items()),
            draft.pin(),
            draft.ip(),
            draft.ipMatters() ? 1 : 0,
            CLAIM_KEPT.toMillis());
    List<Object> reply = ScriptRunner.await(scripts.list(call));
    return new Claim(
        ClaimCode.of((Long) reply.get(0)), Order.ofRecord(draft.orderId(), fields(reply)));
  }

  /**
   * All was taken and the ledger has it: the order is grabbed, unless someone decided otherwise.
   */
  public Move confirm(Order order, List<OrderItem> taken, Instant expiresAt, Instant keepUntil) {
    return move(
        order.orderId(),
        order.attempt(),
        Set.of(CLAIMED),
        GRABBED,
        keepUntil,
        "items",
        OrderItem.encode(taken),
        "expiresAt",
        expiresAt.toEpochMilli());
  }

  /** The attempt fails, unless it has been confirmed. */
  public Move refuse(Order order) {
    return move(order.orderId(), order.attempt(), Set.of(CLAIMED), REFUSED, UNCHANGED);
  }

  /** Nothing is left of the attempt: another may begin. */
  public Move free(Order order) {
    return move(order.orderId(), order.attempt(), Set.of(CLAIMED, REFUSED), FREE, UNCHANGED);
  }

  /** A grabbed order has been paid. */
  public Move pay(String orderId) {
    return move(orderId, ANY_ATTEMPT, Set.of(GRABBED), PAID, UNCHANGED);
  }

  /**
   * An order's units are to come back.
   *
   * @param from what it may be now; {@code CLAIMED} to stop an attempt that is under way
   */
  public Move cancel(String orderId, Set<OrderStatus> from, CancelReason reason) {
    Instant keepUntil = clock.instant().plus(properties.retention());
    return move(orderId, ANY_ATTEMPT, from, CANCELLED, keepUntil, "reason", reason);
  }

  /**
   * The order as clients see it, if it was ever grabbed: from Redis while Redis keeps it, from the
   * ledger afterwards.
   *
   * @param owner whose it has to be, null for anyone's; another's order looks like none
   */
  public Optional<Order> findGrabbed(String orderId, @Nullable String owner) {
    return find(orderId)
        .or(() -> history.find(orderId))
        .filter(order -> order.status().isVisible())
        .filter(order -> owner == null || owner.equals(order.pin()));
  }

  /** The order's latest attempt as the ledger has it. */
  public Optional<Order> findInLedger(String orderId) {
    return history.find(orderId);
  }

  /** One attempt of the order as the ledger has it. */
  public Optional<Order> findInLedger(String orderId, long attempt) {
    return history.find(orderId, attempt);
  }

  /** The order as Redis has it, whatever its status. */
  public Optional<Order> find(String orderId) {
    byte[] key = bytes(key(orderId));
    Map<byte[], byte[]> record = ScriptRunner.await(cluster.call(c -> c.hgetall(key)));
    Map<String, String> fields = new HashMap<>();
    record.forEach((name, value) -> fields.put(text(name), text(value)));
    return fields.isEmpty() ? Optional.empty() : Optional.of(Order.ofRecord(orderId, fields));
  }

  private Move move(
      String orderId,
      long attempt,
      Set<OrderStatus> from,
      OrderStatus to,
      Instant keepUntil,
      Object... fields) {
    List<Object> args = new ArrayList<>();
    args.add(attempt);
    args.add(from.stream().map(Enum::name).collect(Collectors.joining(",", ",", ",")));
    args.add(to);
    args.add(keepUntil.toEpochMilli());
    args.addAll(List.of(fields));
    List<Object> reply =
        ScriptRunner.await(
            scripts.list(ScriptCall.of(MOVE, List.of(key(orderId)), args.toArray())));
    Map<String, String> record = fields(reply);
    Optional<Order> order =
        record.isEmpty() ? Optional.empty() : Optional.of(Order.ofRecord(orderId, record));
    boolean shared =
        order.filter(o -> o.attempt() == attempt).isEmpty() || record.containsKey("joined");
    return new Move((Long) reply.get(0) == 1, order, shared);
  }

  private static Map<String, String> fields(List<Object> reply) {
    List<?> record = (List<?>) reply.get(1);
    Map<String, String> fields = new HashMap<>();
    for (int i = 0; i + 1 < record.size(); i += 2) {
      fields.put(text(record.get(i)), text(record.get(i + 1)));
    }
    return fields;
  }

  private String key(String orderId) {
    return namespace.key("O_{" + orderId + "}");
  }

  private static String text(Object bytes) {
    return new String((byte[]) bytes, StandardCharsets.UTF_8);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
