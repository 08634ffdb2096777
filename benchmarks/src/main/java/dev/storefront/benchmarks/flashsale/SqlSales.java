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
import java.util.concurrent.atomic.LongAdder;

/** Sales in SQL alone, as one would write them without a design. Promotion 1 is on, 2 sold out. */
final class SqlSales {

  private static final int ON = 1;
  private static final int SOLD_OUT = 2;

  private final Room room;
  private final int quota;
  private final LongAdder accepted = new LongAdder();

  private SqlSales(Room room, int quota) {
    this.room = room;
    this.quota = quota;
  }

  /**
   * Creates the tables.
   *
   * @param quota of the promotion that is on
   */
  static SqlSales create(Room room, int quota) {
    room.execute(
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
            .formatted(ON, SOLD_OUT, quota));
    return new SqlSales(room, quota);
  }

  /** A service that sells the same over HTTP. */
  MainProcess service() {
    List<String> settings = new ArrayList<>(room.sqlSettings());
    settings.add(MainProcess.WITHOUT_SERVERS);
    // Connections that need not be told so for each transaction.
    settings.add("--spring.datasource.hikari.auto-commit=false");
    settings.add("--spring.datasource.hikari.transaction-isolation=TRANSACTION_READ_COMMITTED");
    return new MainProcess(SqlService.class, settings);
  }

  /** Takes a unit of it, each call for another buyer. */
  Caller overHttp(MainProcess service, String token, boolean expected) throws IOException {
    HttpCaller caller =
        new HttpCaller(
            service.port(),
            () -> Sale.grab(token, expected ? ON : SOLD_OUT),
            expected ? Sale.CREATED : Sale.CONFLICT);
    return new Caller() {
      @Override
      public boolean call() throws IOException {
        boolean answered = caller.call();
        if (answered && expected) {
          accepted.increment();
        }
        return answered;
      }

      @Override
      public void close() throws IOException {
        caller.close();
      }
    };
  }

  /**
   * Compares what was accepted over HTTP with the orders, the units that are gone, and those that
   * buyers hold.
   *
   * @throws IllegalStateException if they differ: then something was answered that was not
   *     committed, or the other way round
   */
  void requireCommitted() {
    long orders = number("SELECT COUNT(*) FROM bench_grab WHERE promotion_id = ?", ON);
    long held = number("SELECT SUM(units) FROM bench_holder WHERE promotion_id = ?", ON);
    long gone = quota - number("SELECT b FROM bench_sale WHERE promotion_id = ?", ON);
    if (orders != accepted.sum() || held != orders || gone != orders) {
      throw new IllegalStateException(
          "Of %d accepted grabs SQL has %d orders, %d units held, %d gone"
              .formatted(accepted.sum(), orders, held, gone));
    }
  }

  /** What is committed meanwhile would be lost with the machine's power, not with its process. */
  void syncingNoCommit(Runnable measurement) {
    room.execute("SET GLOBAL innodb_flush_log_at_trx_commit = 2");
    try {
      measurement.run();
    } finally {
      room.execute("SET GLOBAL innodb_flush_log_at_trx_commit = 1");
    }
  }

  /** The grabs of a promotion that the service's ledger has. */
  long ledgerRows(long promotionId) {
    return number("SELECT COUNT(*) FROM grab_ledger WHERE promotion_id = ?", promotionId);
  }

  private long number(String query, long promotionId) {
    try (Connection database = room.connect();
        PreparedStatement asked = database.prepareStatement(query)) {
      asked.setLong(1, promotionId);
      try (ResultSet row = asked.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
