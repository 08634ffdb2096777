package dev.storefront.flashsale.ledger;

import java.time.Instant;
import java.util.List;
import org.springframework.stereotype.Component;

/**
 * Goes through the orders that were not paid in time, page by page and round after round: those
 * which cannot be released just now keep none of the others waiting.
 */
@Component
class UnpaidOrders {

  private final LedgerStore store;
  private UnpaidItem last = UnpaidItem.NONE;

  UnpaidOrders(LedgerStore store) {
    this.store = store;
  }

  /** The next page; the first again after one that was not full. */
  synchronized List<Unpaid> next(Instant now, int max) {
    List<UnpaidItem> page = store.unpaid(now, last, max);
    last = page.size() < max ? UnpaidItem.NONE : page.get(page.size() - 1);
    return page.stream()
        .map(item -> new Unpaid(item.orderId(), item.attempt()))
        .distinct()
        .toList();
  }
}
