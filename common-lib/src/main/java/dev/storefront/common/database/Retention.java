package dev.storefront.common.database;

import org.springframework.jdbc.core.simple.JdbcClient;

/** Deletes what is kept no longer, some rows at a time, so that nobody waits for them for long. */
public final class Retention {

  private static final int ROWS_AT_A_TIME = 2_000;

  private Retention() {}

  /**
   * Deletes rows until none is left, or so many are gone; the rest is for the next call. May be
   * repeated, by several instances at once.
   *
   * @param most about how many rows, a million takes minutes
   * @param delete a {@code DELETE} of one table, without {@code LIMIT}
   * @param parameters of the statement
   */
  public static void forget(JdbcClient database, long most, String delete, Object... parameters) {
    int last = ROWS_AT_A_TIME;
    for (long all = 0; last == ROWS_AT_A_TIME && all < most; all += last) {
      last = database.sql(delete + " LIMIT " + ROWS_AT_A_TIME).params(parameters).update();
    }
  }
}
