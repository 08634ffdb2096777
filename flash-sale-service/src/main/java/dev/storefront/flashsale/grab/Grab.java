package dev.storefront.flashsale.grab;

import dev.storefront.common.metrics.UseCase;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.flashsale.grab.Refusal.Reason;
import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import dev.storefront.flashsale.ledger.LedgerRoute;
import dev.storefront.flashsale.order.ClaimCode;
import dev.storefront.flashsale.order.Order;
import dev.storefront.flashsale.order.OrderItem;
import dev.storefront.flashsale.order.OrderStatus;
import dev.storefront.flashsale.order.Orders;
import dev.storefront.flashsale.release.Compensation;
import dev.storefront.flashsale.release.Compensation.Reach;
import dev.storefront.flashsale.units.ReserveAnswer;
import dev.storefront.flashsale.units.Units;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/**
 * Reserves all of an order's items or none. Claims the order, reserves the units of every promotion
 * in its own slot, all pipelined, has the ledger's entries acknowledged by Kafka, and confirms the
 * order: only then is it grabbed. Whatever fails on the way is compensated, and the same request
 * may come again.
 */
@Service
class Grab {

  private final GrabGate gate;
  private final Orders orders;
  private final Units units;
  private final LedgerRoute ledger;
  private final Compensation compensation;
  private final Refusals refusals;
  private final PastGrabs past;
  private final Clock clock;
  private final Map<Reason, Counter> refused = new EnumMap<>(Reason.class);

  Grab(
      GrabGate gate,
      Orders orders,
      Units units,
      LedgerRoute ledger,
      Compensation compensation,
      Refusals refusals,
      PastGrabs past,
      Clock clock,
      MeterRegistry meters) {
    this.gate = gate;
    this.orders = orders;
    this.units = units;
    this.ledger = ledger;
    this.compensation = compensation;
    this.refusals = refusals;
    this.past = past;
    this.clock = clock;
    for (Reason reason : Reason.values()) {
      Counter counter =
          Counter.builder("storefront.flashsale.grabs.refused")
              .description("Grabs that were refused")
              .tag("reason", reason.name().toLowerCase(Locale.ROOT).replace('_', '-'))
              .register(meters);
      refused.put(reason, counter);
    }
  }

  @UseCase("grab")
  GrabOutcome grab(Orders.Draft draft) {
    @Nullable Reason reason = Reason.UNAVAILABLE; // if a server is away
    try {
      GrabOutcome outcome = gate.pass(() -> claimAndReserve(draft));
      reason = outcome instanceof Refusal refusal ? refusal.reason() : null;
      return outcome;
    } finally {
      if (reason != null) {
        Objects.requireNonNull(refused.get(reason)).increment();
      }
    }
  }

  private GrabOutcome claimAndReserve(Orders.Draft draft) {
    if (mayBeSoldOut(draft)) {
      Optional<ReserveAnswer> refused = ScriptRunner.await(look(draft));
      if (refused.isPresent()) {
        return refusals.of(refused.get());
      }
    }
    Begun begun = begin(orders.claim(draft));
    if (begun.claim().code() == ClaimCode.COMPENSATING) {
      compensation.compensate(begun.claim().order(), Reach.SENT);
      begun = begin(orders.claim(draft));
    }
    if (begun.claim().code() == ClaimCode.LOST) {
      Optional<GrabOutcome> known = past.ofLost(draft, begun.claim());
      if (known.isPresent()) {
        return known.get();
      }
      begun = begin(orders.claimUnknown(draft, begun.claim().lostSince()));
    }
    Orders.Claim claim = begun.claim();
    ReserveAnswers answers = begun.answers();
    return switch (claim.code()) {
      case CLAIMED, JOINED -> answers == null ? putOff(claim) : end(draft, claim, answers);
      case REPEATED -> new GrabOutcome.Grabbed(claim.order(), false);
      case PAST -> past.of(draft, claim);
      case CONFLICT -> Refusal.of(Reason.ORDER_CONFLICT);
      case COMPENSATING, LOST -> Refusal.of(Reason.UNAVAILABLE);
    };
  }

  /**
   * Who comes for what was sold out a moment ago looks first, at the order and then at the units:
   * if the order is unknown and too few are left, then a claim, an attempt to reserve and a
   * farewell would say so too.
   */
  private boolean mayBeSoldOut(Orders.Draft draft) {
    List<OrderItem> items = draft.items();
    return items.size() == 1 && units.wasSoldOut(items.get(0)) && ledger.accepts();
  }

  /** What would refuse the order; empty if it has to be tried. */
  private CompletableFuture<Optional<ReserveAnswer>> look(Orders.Draft draft) {
    return orders
        .isKnown(draft.orderId())
        .thenCompose(
            known ->
                known
                    ? CompletableFuture.completedFuture(Optional.empty())
                    : units
                        .look(draft.toOrder(), draft.items().get(0), clock.instant())
                        .thenApply(
                            answer -> Optional.of(answer).filter(t -> t.code().refusesAll())));
  }

  /**
   * An order's claim, and what its promotions answered.
   *
   * @param answers null if it reserved nothing
   */
  private record Begun(Orders.Claim claim, @Nullable ReserveAnswers answers) {}

  /** Claims and reserves; whoever asks waits once for both. */
  private Begun begin(CompletableFuture<Orders.Claim> claim) {
    return ScriptRunner.await(claim.thenCompose(this::reserveIfBegun));
  }

  /** A duplicate may be anywhere on the same way: it reserves, too. */
  private CompletableFuture<Begun> reserveIfBegun(Orders.Claim claim) {
    if (claim.code() == ClaimCode.JOINED
        || (claim.code() == ClaimCode.CLAIMED && ledger.accepts())) {
      Order order = claim.order();
      Instant now = clock.instant();
      return ReserveAnswers.of(
              order.items().stream().map(item -> units.reserve(order, item, now)).toList())
          .thenApply(answers -> new Begun(claim, answers));
    }
    return CompletableFuture.completedFuture(new Begun(claim, null));
  }

  /** Nothing is reserved that the ledger would not get to know of. */
  private GrabOutcome putOff(Orders.Claim claim) {
    orders.leave(claim, true);
    return Refusal.of(Reason.UNAVAILABLE);
  }

  private GrabOutcome end(Orders.Draft draft, Orders.Claim claim, ReserveAnswers answers) {
    return answers.holdAll() ? complete(claim.order(), answers) : giveUp(draft, claim, answers);
  }

  private GrabOutcome complete(Order order, ReserveAnswers answers) {
    // From the claim on, which all duplicates share: whoever of them confirms, it is the same time.
    Instant expiresAt = Instant.ofEpochMilli(order.attempt()).plus(answers.paymentTimeout());
    Order grabbed = order.grabbed(answers.items(), expiresAt);
    CompletableFuture<Void> sent = ledger.append(grabbed.entries(Kind.GRAB, clock.instant()));
    try {
      return confirmed(
          order,
          ScriptRunner.await(
              sent.thenCompose(
                  safe -> orders.confirm(order, answers.items(), expiresAt, answers.keepUntil()))));
    } catch (RuntimeException away) {
      if (!sent.isCompletedExceptionally()) {
        throw away;
      }
      return compensation
          .compensate(order, Reach.SENT)
          .<GrabOutcome>map(completed -> new GrabOutcome.Grabbed(completed, false))
          .orElseThrow(() -> away);
    }
  }

  private GrabOutcome confirmed(Order order, Orders.Move confirmed) {
    Optional<Order> grabbed = confirmed.order().filter(o -> o.status().holdsUnits());
    if (grabbed.isPresent()) {
      units.settled(order.pending(Kind.GRAB));
      return new GrabOutcome.Grabbed(grabbed.get(), confirmed.moved());
    }
    compensation.compensate(order, Reach.SENT);
    return Refusal.of(isCancelled(confirmed.order()) ? Reason.ORDER_CONFLICT : Reason.UNAVAILABLE);
  }

  private GrabOutcome giveUp(Orders.Draft draft, Orders.Claim claim, ReserveAnswers answers) {
    if (answers.mayHoldAny()) {
      Optional<Order> completed = compensation.compensate(claim.order(), answers.reach());
      if (completed.isPresent()) {
        return new GrabOutcome.Grabbed(completed.get(), false);
      }
    } else {
      orders.leave(claim, answers.reach() == Reach.ANSWERED);
    }
    return answers.anyHeld() ? past.ofHeld(draft) : refused(answers);
  }

  private GrabOutcome refused(ReserveAnswers answers) {
    Optional<ReserveAnswer> refused = answers.firstRefused();
    if (refused.isEmpty()) {
      throw answers.fault() == null
          ? new IllegalStateException("Gave up an order that was reserved")
          : answers.fault();
    }
    return refusals.of(refused.get());
  }

  private static boolean isCancelled(Optional<Order> order) {
    return order.filter(o -> o.status() == OrderStatus.CANCELLED).isPresent();
  }
}
