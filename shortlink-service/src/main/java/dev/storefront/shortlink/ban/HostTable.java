package dev.storefront.shortlink.ban;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A list of hosts in the database: the bans, or the allowed hosts. */
final class HostTable {

  private static final int LONGEST_NAME = 255;

  private final JdbcClient jdbc;
  private final String table;
  private final String at;
  private final String by;

  /**
   * @param done what an operator did with the hosts: the columns are called {@code <done>_at} and
   *     {@code <done>_by}
   */
  HostTable(JdbcClient jdbc, String table, String done) {
    this.jdbc = jdbc;
    this.table = table;
    this.at = done + "_at";
    this.by = done + "_by";
  }

  /**
   * A host that an operator put into the list.
   *
   * @param by the {@code sub} of the operator
   */
  record Entry(String host, Instant at, String by) {}

  /** Who put a host in first stays. */
  void put(Entry entry) {
    jdbc.sql("INSERT IGNORE INTO %s (host, %s, %s) VALUES (?, ?, ?)".formatted(table, at, by))
        .params(entry.host(), entry.at().toEpochMilli(), shortened(entry.by()))
        .update();
  }

  void delete(String host) {
    jdbc.sql("DELETE FROM %s WHERE host = ?".formatted(table)).param(host).update();
  }

  Optional<Entry> find(String host) {
    return jdbc.sql(select() + " WHERE host = ?").param(host).query(this::entry).optional();
  }

  /** In the order of their names, from the one after {@code host} on. */
  List<Entry> after(String host, int limit) {
    return jdbc.sql(select() + " WHERE host > ? ORDER BY host LIMIT ?")
        .params(host, limit)
        .query(this::entry)
        .list();
  }

  long count() {
    return jdbc.sql("SELECT COUNT(*) FROM " + table).query(Long.class).single();
  }

  Set<String> hosts() {
    return Set.copyOf(
        new HashSet<>(jdbc.sql("SELECT host FROM " + table).query(String.class).list()));
  }

  /** Another text after every change. */
  String digest() {
    return jdbc.sql("SELECT CONCAT(COUNT(*), ':', COALESCE(SUM(CRC32(host)), 0)) FROM " + table)
        .query(String.class)
        .single();
  }

  private String select() {
    return "SELECT host, %s, %s FROM %s".formatted(at, by, table);
  }

  private static String shortened(String name) {
    return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME);
  }

  private Entry entry(ResultSet row, int n) throws SQLException {
    return new Entry(
        row.getString("host"), Instant.ofEpochMilli(row.getLong(at)), row.getString(by));
  }
}
