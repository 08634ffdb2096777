package dev.storefront.flashsale.ledger;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * What is done with the ledger's orders in one transaction, so that instances do it one after the
 * other: to decide on an order, and to take the next page of those that are unpaid.
 */
@Component
public class LockedOrders {

  private final LedgerStore store;
  private final UnpaidOrders unpaid;
  private final TransactionTemplate transaction;

  LockedOrders(LedgerStore store, UnpaidOrders unpaid, TransactionTemplate transaction) {
    this.store = store;
    this.unpaid = unpaid;
    this.transaction = transaction;
  }

  /**
   * Decides on an order in MySQL, one at a time: entries are written if the order's items, as they
   * are now, allow it.
   *
   * @param decision the entries to write for these items, none to leave the order as it is
   * @return the order's items afterwards
   */
  public List<LedgerItem> decide(
      String orderId, Function<List<LedgerItem>, List<LedgerEntry>> decision) {
    return Objects.requireNonNull(
        transaction.execute(
            status -> {
              store.write(decision.apply(store.lock(orderId)));
              return store.itemsOf(orderId);
            }));
  }

  /**
   * What should have been paid by {@code now} and is neither paid nor cancelled: with each call, of
   * whichever instance, the next page of it. After the last one the first comes again, a second
   * later: those which cannot be released just now keep none of the others waiting.
   *
   * @param max items of orders in a page
   * @return an item of each attempt; empty if the instances together have been through all
   */
  public List<LedgerItem> unpaid(Instant now, int max) {
    Map<String, LedgerItem> attempts = new LinkedHashMap<>();
    Objects.requireNonNull(transaction.execute(status -> unpaid.next(now, max)))
        .forEach(item -> attempts.putIfAbsent(item.orderId() + '/' + item.attempt(), item));
    return List.copyOf(attempts.values());
  }

  /**
   * By when what should have been paid longest ago had to be; empty if nothing is late. What was
   * just released counts until the ledger has that.
   */
  public Optional<Instant> lateSince(Instant now) {
    return unpaid.oldest(now).map(LedgerItem::expiresAt);
  }
}
