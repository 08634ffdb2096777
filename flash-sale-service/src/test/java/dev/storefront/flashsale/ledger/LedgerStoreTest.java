package dev.storefront.flashsale.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import dev.storefront.flashsale.testing.FlashSaleTest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

/** What is written is what the entries say, in each column. */
class LedgerStoreTest extends FlashSaleTest {

  private static final long FIRST = 9_007_199_254_740_993L;
  private static final String IP = "2001:db8:ffff:ffff:ffff:ffff:255.255.255.255";

  @Autowired private LedgerStore store;
  @Autowired private JdbcTemplate jdbc;
  @Autowired private TransactionTemplate transaction;

  @ParameterizedTest
  @ValueSource(strings = {"pat", "O'Neil \\' \"; -- \n\t\u0000", "用户 Zoë 🛒 Ä", "", "null"})
  void an_entry_is_stored_as_it_is_whatever_its_buyer_is_called(String pin) {
    long promotion = onSale(10);
    String grabbed = freshOrder();
    String paid = freshOrder();
    String cancelled = freshOrder();
    String items = promotion + ":2,9223372036854775807:2147483647";

    write(
        entry(Kind.GRAB, promotion, grabbed, pin, items, 7, null, FIRST),
        entry(Kind.PAY, promotion, paid, pin, null, null, null, null),
        entry(Kind.CANCEL, promotion, cancelled, pin, null, null, "PAYMENT_TIMEOUT", null));

    assertThat(store.itemsOf(grabbed))
        .containsExactly(item(grabbed, promotion, "GRABBED", items, 7, pin, null, FIRST));
    assertThat(store.itemsOf(paid))
        .containsExactly(item(paid, promotion, "PAID", null, null, pin, null, null));
    assertThat(store.itemsOf(cancelled))
        .containsExactly(
            item(cancelled, promotion, "CANCELLED", null, null, pin, "PAYMENT_TIMEOUT", null));
    assertThat(rows(grabbed)).containsExactly(row("GRAB", pin, null));
    assertThat(rows(paid)).containsExactly(row("PAY", pin, null));
    assertThat(rows(cancelled))
        .containsExactly(row("CANCEL", pin, "PAYMENT_TIMEOUT"), row("GRAB", pin, null));
  }

  /** Else it would be stored without it, and nobody would know. */
  @Test
  void what_does_not_fit_is_refused() {
    long promotion = onSale(10);
    String tooLong = "A".repeat(17);
    LedgerEntry entry =
        entry(Kind.CANCEL, promotion, freshOrder(), "pat", null, null, tooLong, null);

    assertThatThrownBy(() -> write(entry)).isInstanceOf(DataIntegrityViolationException.class);
    assertThat(store.itemsOf(entry.orderId())).isEmpty();
  }

  private void write(LedgerEntry... entries) {
    transaction.executeWithoutResult(status -> store.write(List.of(entries)));
  }

  private List<List<Object>> rows(String order) {
    return jdbc
        .queryForList(
            "SELECT kind, attempt, quantity, pin, ip, reason, occurred_at FROM grab_ledger"
                + " WHERE order_id = ? ORDER BY kind",
            order)
        .stream()
        .<List<Object>>map(row -> new ArrayList<>(row.values()))
        .toList();
  }

  private static List<Object> row(String kind, String pin, @Nullable String reason) {
    return Arrays.asList(kind, FIRST, 2, pin, IP, reason, FIRST);
  }

  private static LedgerEntry entry(
      Kind kind,
      long promotion,
      String order,
      String pin,
      @Nullable String items,
      @Nullable Integer remaining,
      @Nullable String reason,
      @Nullable Long expiresAt) {
    return new LedgerEntry(
        LedgerEntry.idOf(kind, order, promotion, FIRST),
        kind,
        promotion,
        order,
        FIRST,
        2,
        items,
        remaining,
        pin,
        IP,
        reason,
        expiresAt,
        FIRST);
  }

  private static LedgerItem item(
      String order,
      long promotion,
      String status,
      @Nullable String items,
      @Nullable Integer remaining,
      String pin,
      @Nullable String reason,
      @Nullable Long expiresAt) {
    return new LedgerItem(
        order,
        promotion,
        FIRST,
        status,
        2,
        items,
        remaining,
        pin,
        IP,
        reason,
        expiresAt == null ? null : Instant.ofEpochMilli(expiresAt));
  }
}
