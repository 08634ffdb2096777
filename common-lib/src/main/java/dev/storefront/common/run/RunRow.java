package dev.storefront.common.run;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A row of the table {@code run}; what was asked for and how far it is, as JSON. */
record RunRow(
    long id,
    RunState state,
    @Nullable String failure,
    String request,
    String progress,
    Instant createdAt,
    @Nullable Instant startedAt,
    @Nullable Instant finishedAt,
    Instant updatedAt,
    int tries,
    int takeovers) {

  static RunRow of(ResultSet row, int number) throws SQLException {
    return new RunRow(
        row.getLong("id"),
        RunState.valueOf(row.getString("state")),
        row.getString("failure"),
        row.getString("request"),
        row.getString("progress"),
        Instant.ofEpochMilli(row.getLong("created_at")),
        time(row, "started_at"),
        time(row, "finished_at"),
        Instant.ofEpochMilli(row.getLong("updated_at")),
        row.getInt("tries"),
        row.getInt("takeovers"));
  }

  private static @Nullable Instant time(ResultSet row, String column) throws SQLException {
    long millis = row.getLong(column);
    return row.wasNull() ? null : Instant.ofEpochMilli(millis);
  }
}
