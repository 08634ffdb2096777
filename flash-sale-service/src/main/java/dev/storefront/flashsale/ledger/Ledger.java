package dev.storefront.flashsale.ledger;

import dev.storefront.flashsale.promotion.Books;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * What happened to units. Written to Kafka, in order for each promotion, or directly while Kafka is
 * away; read as MySQL has it, which is behind by as much as the consumer is, usually milliseconds.
 */
@Component
public class Ledger implements Books {

  private final LedgerRoute route;
  private final LedgerStore store;
  private final UnpaidOrders unpaid;
  private final TransactionTemplate transaction;

  Ledger(
      LedgerRoute route, LedgerStore store, UnpaidOrders unpaid, TransactionTemplate transaction) {
    this.route = route;
    this.store = store;
    this.unpaid = unpaid;
    this.transaction = transaction;
  }

  /** Wants to know what MySQL has. */
  @FunctionalInterface
  public interface Follower {

    /** MySQL has these entries now, and maybe had them before. */
    void stored(List<LedgerEntry> entries);

    /**
     * These cancellations are of attempts that others of the same orders have replaced. As a rule
     * Redis has released their units long before.
     */
    default void replaced(List<LedgerEntry> cancellations) {}
  }

  /**
   * Appends the entries. Completes when Kafka has acknowledged all of them, or MySQL has them;
   * after a failure each may have been written or not.
   */
  public CompletableFuture<Void> append(List<LedgerEntry> entries) {
    return route.append(entries);
  }

  /** False while entries are known not to arrive: then nothing can be grabbed either. */
  public boolean accepts() {
    return route.accepts();
  }

  /** True while entries are written to MySQL without Kafka, which takes fewer at once. */
  public boolean isDirect() {
    return route.isDirect();
  }

  /** An order's items by promotion, empty if the ledger has none. */
  public List<LedgerItem> itemsOf(String orderId) {
    return store.itemsOf(orderId);
  }

  /** The same of several orders, some thousand at most; those without items are left out. */
  public Map<String, List<LedgerItem>> itemsOf(Collection<String> orderIds) {
    return orderIds.isEmpty() ? Map.of() : store.itemsOf(orderIds);
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
              List<LedgerEntry> entries = decision.apply(store.lock(orderId));
              if (!entries.isEmpty()) {
                store.write(entries);
              }
              return store.itemsOf(orderId);
            }));
  }

  /**
   * Orders' items of a promotion by order id, page by page.
   *
   * @param afterOrderId the last of the page before, empty for the first
   */
  public List<LedgerItem> itemsAfter(long promotionId, String afterOrderId, int max) {
    return store.itemsAfter(promotionId, afterOrderId, max);
  }

  /**
   * The same without attempts that came to nothing.
   *
   * @param status GRABBED, PAID or CANCELLED, null for any
   */
  public List<LedgerItem> ordersAfter(
      long promotionId, @Nullable String status, String afterOrderId, int max) {
    return store.ordersAfter(promotionId, status, afterOrderId, max);
  }

  /** Units that orders hold, grabbed or paid, counted order by order. */
  public long held(long promotionId) {
    return store.held(promotionId);
  }

  /** What the entries of a promotion come to. */
  public LedgerTotals totalsOf(long promotionId) {
    return store.totals(promotionId);
  }

  /** The same for several; those without entries have zeros. */
  public Map<Long, LedgerTotals> totalsOf(Collection<Long> promotionIds) {
    return store.totals(promotionIds);
  }

  @Override
  public long taken(long promotionId) {
    return totalsOf(promotionId).taken();
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
}
