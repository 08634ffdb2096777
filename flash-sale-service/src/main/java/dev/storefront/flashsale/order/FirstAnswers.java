package dev.storefront.flashsale.order;

import dev.storefront.flashsale.FlashSaleProperties;
import dev.storefront.flashsale.order.Orders.Draft;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** The first answers to orders whose record is gone, as MySQL has them. */
@Component
public class FirstAnswers {

  private final PastOrders past;
  private final FlashSaleProperties properties;
  private final Clock clock;

  FirstAnswers(PastOrders past, FlashSaleProperties properties, Clock clock) {
    this.past = past;
    this.properties = properties;
    this.clock = clock;
  }

  /** What MySQL knows of an order id. */
  public enum Knowledge {
    /** No order has it, as far as MySQL knows. */
    NONE,
    /** What has it may come to nothing yet: its call may be under way, and its record is lost. */
    UNDECIDED,
    /** An order has it, or had it until it was cancelled. */
    TAKEN
  }

  /**
   * What MySQL knows of an order id.
   *
   * @param same the order, empty if it is of another content or was cancelled
   */
  public record Held(Knowledge knowledge, Optional<Order> same) {}

  /**
   * The first answer to an order that holds units, or whose id is known to be taken. MySQL may be
   * behind.
   *
   * @throws dev.storefront.common.health.BackendUnavailableException if MySQL has but a part of it
   */
  public Held of(Draft draft) {
    return held(draft, past.find(draft.orderId()).filter(o -> o.status().isVisible()));
  }

  /**
   * The first answer to an order that Redis may have lost when it fell back, once MySQL has all of
   * before.
   *
   * @throws dev.storefront.common.health.BackendUnavailableException if it does not get to know
   *     that within seconds
   */
  public Held ofLost(Draft draft, Orders.Claim lost) {
    Optional<Order> order = past.findLost(draft.orderId(), lost.lostSince(), overOf(lost.order()));
    return order.filter(this::mayBeUnderWay).isPresent()
        ? new Held(Knowledge.UNDECIDED, Optional.empty())
        : held(draft, order);
  }

  private static long overOf(Order record) {
    return record.status() == OrderStatus.FREE ? record.attempt() : 0;
  }

  /**
   * Its record was lost between its entries and its confirmation, maybe: then its own call
   * compensates it. Later than this, it holds its units.
   */
  private boolean mayBeUnderWay(Order order) {
    Instant claimed = Instant.ofEpochMilli(order.attempt());
    return order.status() == OrderStatus.GRABBED
        && Duration.between(claimed, clock.instant()).compareTo(properties.settleAfter()) < 0;
  }

  private static Held held(Draft draft, Optional<Order> order) {
    if (order.isEmpty()) {
      return new Held(Knowledge.NONE, Optional.empty());
    }
    Order found = order.get();
    boolean same = found.status().holdsUnits() && found.isOf(draft);
    return new Held(Knowledge.TAKEN, same ? Optional.of(found.inOrderOf(draft)) : Optional.empty());
  }
}
