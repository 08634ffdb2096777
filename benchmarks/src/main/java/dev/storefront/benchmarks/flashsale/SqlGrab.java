package dev.storefront.benchmarks.flashsale;

import dev.storefront.benchmarks.load.Caller;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;

/** One transaction: takes a unit, and writes the order if there was one. */
final class SqlGrab implements Caller {

  private static final AtomicLong ORDERS = new AtomicLong();

  private final Connection database;
  private final boolean accepted;
  private final Taking unit;
  private final PreparedStatement order;

  /**
   * @param accepted whether a unit is expected to be left
   * @param unit takes it, and says if there was one
   */
  SqlGrab(Connection database, boolean accepted, Taking unit) throws SQLException {
    this.database = database;
    this.accepted = accepted;
    this.unit = unit;
    this.order = database.prepareStatement("INSERT INTO bench_order VALUES (?, 1, 1, ?)");
  }

  @Override
  public boolean call() throws SQLException {
    boolean taken = unit.take();
    if (taken) {
      long number = ORDERS.incrementAndGet();
      order.setString(1, Sale.orderId(number));
      order.setString(2, Sale.pin(number));
      order.executeUpdate();
    }
    database.commit();
    return taken == accepted;
  }

  @Override
  public void close() throws SQLException {
    database.close();
  }

  @FunctionalInterface
  interface Taking {
    boolean take() throws SQLException;
  }
}
