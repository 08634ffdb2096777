package dev.storefront.flashsale.order;

import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.flashsale.ledger.LedgerItem;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Decides on orders. While Redis has a record of an attempt that is not in doubt, the record
 * decides. Where there is none, because its time was over or Redis lost it, MySQL does; but an
 * attempt that by a record or a reservation is over stays over, in doubt or not.
 */
@Component
public class Orders {

  /**
   * Later than this after its claim, by the clock of the record's server, no attempt becomes a
   * grabbed order. So nothing that was reserved of a promotion before it was closed for longer than
   * this can still be sold.
   */
  public static final Duration CONFIRM_WITHIN = Duration.ofSeconds(10);

  private final OrderClaims claims;
  private final OrderRecords records;
  private final PastOrders past;

  Orders(OrderClaims claims, OrderRecords records, PastOrders past) {
    this.claims = claims;
    this.records = records;
    this.past = past;
  }

  /**
   * What an order asks for.
   *
   * @param ipMatters false if the same order may come again from another address
   */
  public record Draft(
      String orderId, List<OrderItem> items, String pin, String ip, boolean ipMatters) {

    /** An order of which nothing has been begun. */
    public Order toOrder() {
      return new Order(orderId, OrderStatus.FREE, 0, pin, ip, items, null, null);
    }
  }

  /**
   * The answer to a claim, with the order as it is now; without a record, as it is asked for.
   *
   * @param call the call's number among those of the attempt, 0 for who began it
   * @param lostSince of {@link ClaimCode#LOST}, the generation of the slot's fall-back; else 0
   */
  public record Claim(ClaimCode code, Order order, long call, long lostSince) {}

  /**
   * The answer to a move.
   *
   * @param moved true if this call decided
   * @param order as it is now, empty if there is no record of the attempt
   * @param shared false only if no duplicate has ever joined the attempt
   */
  public record Move(boolean moved, Optional<Order> order, boolean shared) {}

  /**
   * Begins an attempt, joins the one under way, or tells what became of an earlier one. Does not
   * wait.
   */
  public CompletableFuture<Claim> claim(Draft draft) {
    return claims.claim(draft, 0);
  }

  /** The same where Redis may have lost the order by a fall-back, but MySQL knows of none. */
  public CompletableFuture<Claim> claimUnknown(Draft draft, long lostSince) {
    return claims.claim(draft, lostSince);
  }

  /** True if Redis knows anything of an order. Begins nothing, and does not wait. */
  public CompletableFuture<Boolean> isKnown(String orderId) {
    return claims.isKnown(orderId);
  }

  /**
   * All was reserved and the ledger has it: the order is grabbed, unless someone decided otherwise,
   * or it took longer than {@link #CONFIRM_WITHIN}. Does not wait.
   */
  public CompletableFuture<Move> confirm(
      Order order, List<OrderItem> reserved, Instant expiresAt, Instant keepUntil) {
    return records.confirm(order, reserved, expiresAt, keepUntil);
  }

  /** The attempt fails, unless it has been confirmed. */
  public Move refuse(Order order) {
    return records.refuse(order);
  }

  /**
   * A refused attempt has been compensated: another may begin.
   *
   * @param forgotten true if no reservation and no entry of the attempt is anywhere, and no call of
   *     it is under way; unless a duplicate has joined it, the record goes too
   */
  public void free(Order order, boolean forgotten) {
    claims.free(order, forgotten);
  }

  /**
   * A call that reserved nothing is refused. With the last call of the attempt another may begin;
   * until then, and if one of them dies, the attempt is refused: whoever claims next compensates it
   * first.
   *
   * @param forgotten true if no reservation of the attempt is anywhere; unless a duplicate has
   *     joined it, the record goes too
   */
  public void leave(Claim claim, boolean forgotten) {
    claims.leave(claim, forgotten);
  }

  /**
   * A grabbed order has been paid.
   *
   * @return the attempt as it is now
   */
  public Optional<Order> pay(Order order) {
    return records.pay(order).order().or(() -> past.pay(order));
  }

  /**
   * An order's units are to be released.
   *
   * @param from what it may be now; {@code CLAIMED} to stop an attempt that is under way
   * @return the attempt as it is now
   */
  public Optional<Order> cancel(Order order, Set<OrderStatus> from, CancelReason reason) {
    return records.cancel(order, from, reason).order().or(() -> past.cancel(order, from, reason));
  }

  /**
   * The order as clients see it, if it was ever grabbed.
   *
   * @param owner whose it has to be, null for anyone's; another's order looks like none
   */
  public Optional<Order> findGrabbed(String orderId, @Nullable String owner) {
    return find(orderId)
        .filter(order -> order.status().isVisible())
        .filter(order -> owner == null || owner.equals(order.pin()));
  }

  /**
   * The order, whatever its status. An attempt that is under way, or came to nothing, does not hide
   * what MySQL has of an earlier one: the record of an order that was grabbed long ago is gone, and
   * a repeat makes a new one for a moment. Where Redis may have lost a record, MySQL has all of
   * before.
   *
   * @throws dev.storefront.common.health.BackendUnavailableException if it does not get to know
   *     that within seconds
   */
  public Optional<Order> find(String orderId) {
    OrderRecords.Reading reading = records.look(orderId);
    Optional<OrderRecords.Found> found = reading.found();
    Optional<Order> record = found.map(OrderRecords.Found::order);
    Optional<Order> decided = found.filter(OrderRecords.Found::believed).map(f -> f.order());
    if (decided.filter(order -> order.status().isVisible()).isPresent()) {
      return decided;
    }
    if (reading.lostSince() > 0) {
      return past.findLost(orderId, reading.lostSince(), decided.map(Order::attempt).orElse(0L))
          .or(() -> record.filter(order -> !order.status().isVisible()));
    }
    return decided
        .map(order -> past.findBefore(orderId, order.attempt()))
        .orElseGet(() -> past.find(orderId))
        .filter(order -> order.status().isVisible())
        .or(() -> record);
  }

  /**
   * Of items that the ledger has as held, those whose attempt came to nothing or is cancelled, or
   * is still under way: its record says so, or what the ledger has of the order's other items if it
   * is to be paid and has no record. Of what this version cannot read nothing is said.
   *
   * @param items some thousand at most
   * @throws dev.storefront.common.health.BackendUnavailableException if a record's node is away
   */
  public List<LedgerItem> overAmong(List<LedgerItem> items) {
    List<CompletableFuture<Optional<OrderRecords.Found>>> found =
        items.stream().map(item -> records.read(item.orderId())).toList();
    List<LedgerItem> over = new ArrayList<>();
    List<LedgerItem> unknown = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      LedgerItem item = items.get(i);
      try {
        Optional<Order> record = onRecord(ScriptRunner.await(found.get(i)), item.attempt());
        if (record.isEmpty()) {
          unknown.add(item);
        } else if (!record.get().status().holdsUnits()) {
          over.add(item);
        }
      } catch (UnreadableException anotherVersions) {
        // The sweep of a version that can read it will see to it, or nobody can.
      }
    }
    over.addAll(past.overAmong(unknown));
    return over;
  }

  /** One attempt of the order, empty if neither its record nor MySQL knows it. */
  public Optional<Order> find(String orderId, long attempt) {
    return onRecord(orderId, attempt).or(() -> past.find(orderId, attempt));
  }

  /** The same by its record alone. */
  public Optional<Order> onRecord(String orderId, long attempt) {
    return onRecord(records.find(orderId), attempt);
  }

  private static Optional<Order> onRecord(Optional<OrderRecords.Found> found, long attempt) {
    return found
        .filter(record -> record.believed() && record.order().attempt() == attempt)
        .map(OrderRecords.Found::order);
  }

  /**
   * One attempt of the order as MySQL has it once it has all that was sent for this promotion,
   * empty if it never will have any. For attempts without a record.
   *
   * @throws dev.storefront.common.health.BackendUnavailableException if MySQL does not get to know
   *     it within seconds
   */
  public Optional<Order> settledInLedger(String orderId, long attempt, long promotionId) {
    return past.findSettled(orderId, attempt, promotionId);
  }
}
