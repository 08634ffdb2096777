package dev.storefront.flashsale.order;

import dev.storefront.flashsale.ledger.Ledger;
import dev.storefront.flashsale.ledger.LedgerItem;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Whether an order's id belongs to an earlier order whose record is gone, and which has nothing to
 * do with the promotions of this one: their marks would say so. Records go only once MySQL has the
 * order, so MySQL knows; it is asked by who has taken all units, not by who is refused. While it is
 * away the sale goes on without that question.
 */
@Component
class EarlierOrders {

  private static final Logger log = LoggerFactory.getLogger(EarlierOrders.class);

  /** So long nobody asks MySQL once it did not answer: each try holds up a grab. */
  private static final Duration PAUSE = Duration.ofSeconds(5);

  private final Ledger ledger;
  private final OrderHistory history;
  private final Counter unasked;
  private final CircuitBreaker breaker;

  EarlierOrders(
      Ledger ledger, OrderHistory history, CircuitBreakerRegistry breakers, MeterRegistry meters) {
    this.ledger = ledger;
    this.history = history;
    breaker =
        breakers.circuitBreaker(
            "earlier-orders",
            CircuitBreakerConfig.from(breakers.getDefaultConfig())
                .waitDurationInOpenState(PAUSE)
                .build());
    unasked =
        Counter.builder("storefront.flashsale.earlier.orders.unasked")
            .description("Grabs of which MySQL could not be asked whether their order id is taken")
            .register(meters);
  }

  /**
   * The latest earlier attempt that clients saw succeed, empty if there is none.
   *
   * @throws dev.storefront.common.health.BackendUnavailableException if MySQL has but a part of it
   */
  Optional<Order> find(Order order) {
    return rows(order.orderId()).stream()
        .map(LedgerItem::attempt)
        .filter(attempt -> attempt < order.attempt())
        .distinct()
        .sorted(Comparator.reverseOrder())
        .map(attempt -> history.find(order.orderId(), attempt))
        .flatMap(Optional::stream)
        .filter(earlier -> earlier.status().isVisible())
        .findFirst();
  }

  private List<LedgerItem> rows(String orderId) {
    try {
      return breaker.executeSupplier(() -> ledger.itemsOf(orderId));
    } catch (DataAccessException | CallNotPermittedException mysqlIsAway) {
      unasked.increment();
      log.debug("Order {} is taken for new: {}", orderId, mysqlIsAway.toString());
      return List.of();
    }
  }
}
