package dev.storefront.shortlink.ban;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Bans in the database. */
@Component
class BanTable {

  private static final int LONGEST_NAME = 255;
  private static final String BAN = "SELECT host, banned_at, banned_by FROM bans";

  private final JdbcClient jdbc;

  BanTable(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * @param bannedBy the {@code sub} of the operator
   */
  record Ban(String host, Instant bannedAt, String bannedBy) {}

  /** Who banned a host first stays. */
  void put(Ban ban) {
    jdbc.sql("INSERT IGNORE INTO bans (host, banned_at, banned_by) VALUES (?, ?, ?)")
        .params(ban.host(), ban.bannedAt().toEpochMilli(), shortened(ban.bannedBy()))
        .update();
  }

  void delete(String host) {
    jdbc.sql("DELETE FROM bans WHERE host = ?").param(host).update();
  }

  Optional<Ban> find(String host) {
    return jdbc.sql(BAN + " WHERE host = ?").param(host).query(BanTable::ban).optional();
  }

  /** In the order of their names, from the one after {@code host} on. */
  List<Ban> after(String host, int limit) {
    return jdbc.sql(BAN + " WHERE host > ? ORDER BY host LIMIT ?")
        .params(host, limit)
        .query(BanTable::ban)
        .list();
  }

  long count() {
    return jdbc.sql("SELECT COUNT(*) FROM bans").query(Long.class).single();
  }

  Set<String> hosts() {
    return Set.copyOf(new HashSet<>(jdbc.sql("SELECT host FROM bans").query(String.class).list()));
  }

  /** Another text after every change. */
  String digest() {
    return jdbc.sql("SELECT CONCAT(COUNT(*), ':', COALESCE(SUM(CRC32(host)), 0)) FROM bans")
        .query(String.class)
        .single();
  }

  private static String shortened(String name) {
    return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME);
  }

  private static Ban ban(ResultSet row, int n) throws SQLException {
    return new Ban(
        row.getString("host"),
        Instant.ofEpochMilli(row.getLong("banned_at")),
        row.getString("banned_by"));
  }
}
