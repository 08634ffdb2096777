package dev.storefront.acceptance.flashsale.proof;

import dev.storefront.acceptance.flashsale.proof.Books.Balance;
import dev.storefront.acceptance.flashsale.proof.Books.ItemRow;
import dev.storefront.acceptance.flashsale.proof.Books.LedgerRow;
import dev.storefront.acceptance.flashsale.proof.Outcome.Done;
import dev.storefront.acceptance.flashsale.proof.Outcome.Item;
import dev.storefront.acceptance.flashsale.proof.Outcome.Refused;
import dev.storefront.acceptance.flashsale.proof.Outcome.Unknown;
import dev.storefront.acceptance.flashsale.proof.Request.Cancel;
import dev.storefront.acceptance.flashsale.proof.Request.Grab;
import dev.storefront.acceptance.flashsale.proof.Request.Pay;
import dev.storefront.acceptance.flashsale.proof.Request.Read;
import dev.storefront.acceptance.flashsale.proof.Request.Stop;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Writes down a run by hand, call by call; times are in milliseconds from its start. */
final class RunByHand {

  static final long ONE = 1;
  static final long TWO = 2;

  private static final long START = 1_000_000_000L;
  private static final int TIME_TO_PAY = 60_000;

  private final List<Sale> sales = new ArrayList<>();
  private final List<Exchange> exchanges = new ArrayList<>();
  private final List<ItemRow> items = new ArrayList<>();
  private final List<LedgerRow> ledger = new ArrayList<>();
  private int readAt = 50_000;
  private long soldOutKept;

  /** Puts a promotion on sale for the whole time. */
  RunByHand sale(long promotion, int quota, Sale.Limit limit, int max) {
    return sale(promotion, quota, limit, max, 0, 1_000_000);
  }

  RunByHand sale(long promotion, int quota, Sale.Limit limit, int max, int from, int to) {
    sales.add(new Sale(promotion, quota, at(from), at(to), limit, max, 3, 1_000_000, soldOutKept));
    return this;
  }

  /** The promotions to come may be remembered as sold out for that long. */
  RunByHand soldOutKept(int millis) {
    soldOutKept = millis * 1_000L;
    return this;
  }

  RunByHand readAt(int time) {
    readAt = time;
    return this;
  }

  static Content content(String pin, long promotion, int units) {
    return new Content(new TreeMap<>(Map.of(promotion, units)), pin, "192.0.2.1");
  }

  static Content both(String pin, int units) {
    return new Content(new TreeMap<>(Map.of(ONE, units, TWO, units)), pin, "192.0.2.1");
  }

  RunByHand grabbed(String order, Content content, int sent, int replied) {
    return grab(order, content, sent, replied, shown(true, "GRABBED", content, sent));
  }

  RunByHand repeated(String order, Content content, int firstSent, int sent, int replied) {
    return grab(order, content, sent, replied, shown(false, "GRABBED", content, firstSent));
  }

  RunByHand refused(String order, Content content, int sent, int replied, String code) {
    long promotion = content.units().firstKey();
    return grab(order, content, sent, replied, new Refused(code, promotion));
  }

  RunByHand unanswered(String order, Content content, int sent, int replied) {
    return grab(order, content, sent, replied, new Unknown("time-out"));
  }

  RunByHand grab(String order, Content content, int sent, int replied, Outcome outcome) {
    return add(new Grab(order, content), sent, replied, outcome);
  }

  RunByHand cancelled(String order, Content content, int sent, int replied, boolean alsoPaid) {
    Done done = shown(false, "CANCELLED", content, 0);
    return add(new Cancel(order, "USER", alsoPaid), sent, replied, done);
  }

  RunByHand paid(String order, Content content, int sent, int replied) {
    return add(new Pay(order), sent, replied, shown(false, "PAID", content, 0));
  }

  RunByHand payRefused(String order, int sent, int replied, String code) {
    return add(new Pay(order), sent, replied, new Refused(code, 0));
  }

  RunByHand read(String order, Content content, int sent, int replied, String status) {
    return add(new Read(order), sent, replied, shown(false, status, content, 0));
  }

  RunByHand stopped(long promotion, int sent, int replied) {
    return add(new Stop(promotion), sent, replied, new Done(false, "", 0, new TreeMap<>()));
  }

  private RunByHand add(Request request, int sent, int replied, Outcome outcome) {
    exchanges.add(new Exchange(request, at(sent), at(replied), outcome));
    return this;
  }

  /** Books the order, each of its entries once, as the service should. */
  RunByHand booked(String order, Content content, String status, String reason) {
    return booked(order, content, status, reason, 1);
  }

  RunByHand booked(String order, Content content, String status, String reason, long attempt) {
    content
        .units()
        .forEach(
            (promotion, units) -> {
              items.add(
                  new ItemRow(
                      order,
                      promotion,
                      attempt,
                      status,
                      units,
                      content.pin(),
                      content.ip(),
                      0,
                      reason));
              entry(order, promotion, attempt, "GRAB", units);
              if (status.equals("PAID")) {
                entry(order, promotion, attempt, "PAY", units);
              } else if (status.equals("CANCELLED")) {
                entry(order, promotion, attempt, "CANCEL", units);
              }
            });
    return this;
  }

  RunByHand entry(String order, long promotion, long attempt, String kind, int units) {
    ledger.add(new LedgerRow(order, promotion, attempt, kind, units));
    return this;
  }

  /** What is broken, where Redis and the ledger have just what the orders hold. */
  List<Violation> violations() {
    return violations(sales.stream().map(this::balance).toList());
  }

  List<Violation> violations(List<Balance> balances) {
    return Proof.of(run(balances));
  }

  /** All that was written down. */
  Run run() {
    return run(List.of());
  }

  private Run run(List<Balance> balances) {
    return new Run(sales, exchanges, new Books(at(readAt), items, ledger, balances));
  }

  private Balance balance(Sale sale) {
    long held =
        items.stream()
            .filter(row -> row.promotionId() == sale.promotionId() && row.holds())
            .mapToLong(ItemRow::quantity)
            .sum();
    return new Balance(sale.promotionId(), held, held, 0, sale.quota() - held);
  }

  private static Done shown(boolean created, String status, Content content, int sent) {
    SortedMap<Long, Item> shown = new TreeMap<>();
    content.units().forEach((promotion, units) -> shown.put(promotion, new Item(units, 0)));
    return new Done(created, status, sent == 0 ? 0 : at(sent + TIME_TO_PAY), shown);
  }

  private static long at(int millis) {
    return START + millis * 1_000L;
  }
}
