package dev.storefront.shortlink;

import org.springframework.jdbc.core.JdbcOperations;

/** What a statement costs the database, whatever the clock says. */
public final class DatabaseReads {

  private DatabaseReads() {}

  /** How many rows were read so far for a connection: call it twice in one transaction. */
  public static long count(JdbcOperations connection) {
    return connection
        .query("SHOW SESSION STATUS LIKE 'Handler_read%'", (row, n) -> row.getLong("Value"))
        .stream()
        .mapToLong(Long::longValue)
        .sum();
  }
}
