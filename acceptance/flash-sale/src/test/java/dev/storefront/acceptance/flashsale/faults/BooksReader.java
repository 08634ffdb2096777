package dev.storefront.acceptance.flashsale.faults;

import dev.storefront.acceptance.flashsale.proof.Books;
import dev.storefront.acceptance.flashsale.proof.Books.Balance;
import dev.storefront.acceptance.flashsale.proof.Books.ItemRow;
import dev.storefront.acceptance.flashsale.proof.Books.LedgerRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Reads what the database has of a round, and what the service says of its promotions. */
final class BooksReader {

  private static final int MICROS = 1_000;

  private final Servers servers;
  private final Clients clients;

  BooksReader(Servers servers, Clients clients) {
    this.servers = servers;
    this.clients = clients;
  }

  /**
   * Reads the books of some promotions.
   *
   * @throws SQLException if the database is away
   * @throws IllegalStateException if the service is
   */
  Books read(List<Long> promotions, Time time) throws SQLException {
    List<Balance> balances = promotions.stream().map(this::balance).toList();
    long first = promotions.get(0);
    long last = promotions.get(promotions.size() - 1);
    try (Connection database = servers.connectToDatabase()) {
      return new Books(
          time.now(), items(database, first, last), ledger(database, first, last), balances);
    }
  }

  private Balance balance(long promotion) {
    JsonNode books = clients.operate("GET", "/api/v1/reconciliation?promotionId=" + promotion, "");
    JsonNode shown = clients.operate("GET", "/api/v1/promotions/" + promotion, "");
    return new Balance(
        promotion,
        books.at("/redis/taken").asLong(-1),
        books.at("/ledger/taken").asLong(-1),
        books.at("/difference").asLong(Long.MIN_VALUE),
        shown.at("/remaining").asLong(-1));
  }

  private static List<ItemRow> items(Connection database, long first, long last)
      throws SQLException {
    List<ItemRow> rows = new ArrayList<>();
    try (PreparedStatement query = query(database, "grab_item", first, last);
        ResultSet row = query.executeQuery()) {
      while (row.next()) {
        String reason = row.getString("reason");
        rows.add(
            new ItemRow(
                row.getString("order_id"),
                row.getLong("promotion_id"),
                row.getLong("attempt"),
                row.getString("status"),
                row.getInt("quantity"),
                row.getString("pin"),
                row.getString("ip"),
                row.getLong("expires_at") * MICROS,
                reason == null ? "" : reason));
      }
    }
    return rows;
  }

  private static List<LedgerRow> ledger(Connection database, long first, long last)
      throws SQLException {
    List<LedgerRow> rows = new ArrayList<>();
    try (PreparedStatement query = query(database, "grab_ledger", first, last);
        ResultSet row = query.executeQuery()) {
      while (row.next()) {
        rows.add(
            new LedgerRow(
                row.getString("order_id"),
                row.getLong("promotion_id"),
                row.getLong("attempt"),
                row.getString("kind"),
                row.getInt("quantity")));
      }
    }
    return rows;
  }

  private static PreparedStatement query(Connection database, String table, long first, long last)
      throws SQLException {
    PreparedStatement query =
        database.prepareStatement("SELECT * FROM " + table + " WHERE promotion_id BETWEEN ? AND ?");
    query.setLong(1, first);
    query.setLong(2, last);
    return query;
  }
}
