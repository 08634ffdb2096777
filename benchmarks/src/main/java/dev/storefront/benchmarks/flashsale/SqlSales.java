package dev.storefront.benchmarks.flashsale;

import dev.storefront.benchmarks.load.Caller;
import dev.storefront.benchmarks.load.HttpCaller;
import dev.storefront.benchmarks.stack.MainProcess;
import dev.storefront.benchmarks.stack.Room;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Sales in SQL alone, as one would write them without a design. Promotion 1 is on, 2 sold out. */
final class SqlSales {

  private static final int ON = 1;
  private static final int SOLD_OUT = 2;

  private final Room room;

  private SqlSales(Room room) {
    this.room = room;
  }

  /**
   * Creates the tables.
   *
   * @param quota of the promotion as one row
   * @param units of the promotion as a row for each unit
   */
  static SqlSales create(Room room, int quota, int units) {
    room.execute(
        "CREATE TABLE bench_promotion (promotion_id BIGINT PRIMARY KEY, b INT NOT NULL)",
        "CREATE TABLE bench_unit (promotion_id BIGINT, unit INT, PRIMARY KEY (promotion_id, unit))",
        """
        CREATE TABLE bench_order (order_id VARCHAR(64) PRIMARY KEY, promotion_id BIGINT NOT NULL,
          quantity INT NOT NULL, pin VARCHAR(128) NOT NULL)\
        """,
        """
        CREATE TABLE bench_sale (promotion_id BIGINT PRIMARY KEY, b INT NOT NULL,
          limit_max INT NOT NULL, ends_at DATETIME(3) NOT NULL)\
        """,
        """
        CREATE TABLE bench_holder (promotion_id BIGINT, pin VARCHAR(128), units INT NOT NULL,
          PRIMARY KEY (promotion_id, pin))\
        """,
        """
        CREATE TABLE bench_grab (order_id VARCHAR(64) PRIMARY KEY, promotion_id BIGINT NOT NULL,
          quantity INT NOT NULL, pin VARCHAR(128) NOT NULL, ip VARCHAR(45) NOT NULL,
          expires_at DATETIME(3) NOT NULL)\
        """,
        "INSERT INTO bench_sale VALUES (%1$d, %3$d, 2, '2099-01-01'), (%2$d, 0, 2, '2099-01-01')"
            .formatted(ON, SOLD_OUT, quota),
        "INSERT INTO bench_promotion VALUES (%d, %d), (%d, 0)".formatted(ON, quota, SOLD_OUT),
        "INSERT INTO bench_unit SELECT %d, seq FROM seq_1_to_%d".formatted(ON, units));
    return new SqlSales(room);
  }

  /** Takes a unit from the promotion's one row. */
  Caller oneRow(boolean accepted) throws SQLException {
    Connection database = connect();
    PreparedStatement take =
        database.prepareStatement(
            "UPDATE bench_promotion SET b = b - 1 WHERE promotion_id = ? AND b >= 1");
    take.setInt(1, accepted ? ON : SOLD_OUT);
    return new SqlGrab(database, accepted, () -> take.executeUpdate() == 1);
  }

  /** Takes one of the promotion's rows that nobody else is taking. */
  Caller skipLocked(boolean accepted) throws SQLException {
    Connection database = connect();
    PreparedStatement choose =
        database.prepareStatement(
            """
            SELECT unit FROM bench_unit WHERE promotion_id = ? LIMIT 1
            FOR UPDATE SKIP LOCKED\
            """);
    choose.setInt(1, accepted ? ON : SOLD_OUT);
    PreparedStatement take =
        database.prepareStatement("DELETE FROM bench_unit WHERE promotion_id = ? AND unit = ?");
    take.setInt(1, ON);
    return new SqlGrab(
        database,
        accepted,
        () -> {
          try (ResultSet free = choose.executeQuery()) {
            if (!free.next()) {
              return false;
            }
            take.setInt(2, free.getInt(1));
          }
          return take.executeUpdate() == 1;
        });
  }

  /** A service that sells the same over HTTP. */
  MainProcess service() {
    List<String> settings = new ArrayList<>(room.sqlSettings());
    // Connections that need not be told so for each transaction.
    settings.add("--spring.datasource.hikari.auto-commit=false");
    settings.add("--spring.datasource.hikari.transaction-isolation=TRANSACTION_READ_COMMITTED");
    return new MainProcess(SqlService.class, settings);
  }

  /** Takes a unit of it, each call for another buyer. */
  static Caller overHttp(MainProcess service, String token, boolean accepted) throws IOException {
    return new HttpCaller(
        service.port(),
        () -> Sale.grab(token, accepted ? ON : SOLD_OUT),
        accepted ? Sale.CREATED : Sale.CONFLICT);
  }

  /** The grabs of a promotion that the service's ledger has. */
  long ledgerRows(long promotionId) {
    try (Connection database = room.connect();
        PreparedStatement count =
            database.prepareStatement("SELECT COUNT(*) FROM grab_ledger WHERE promotion_id = ?")) {
      count.setLong(1, promotionId);
      try (ResultSet row = count.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private Connection connect() throws SQLException {
    Connection database = room.connect();
    database.setAutoCommit(false);
    database.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    return database;
  }
}
