package dev.storefront.common.database;

/** The database's clock, by which instances whose own clocks differ agree. */
public final class DatabaseClock {

  /**
   * SQL: epoch milliseconds, the same throughout a statement. Not by the session's time zone, in
   * which an hour may come twice.
   */
  public static final String NOW =
      "(TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', UTC_TIMESTAMP(3)) DIV 1000)";

  private DatabaseClock() {}
}
