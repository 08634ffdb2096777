package dev.storefront.usertag.tagging;

import dev.storefront.usertag.user.UserId;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Which marks end by themselves, in the table {@code tag_expiry}: one row for a user and a tag. */
@Component
class TagExpiries {

  private final JdbcClient database;
  private final JdbcTemplate batches;

  TagExpiries(JdbcClient database, JdbcTemplate batches) {
    this.database = database;
    this.batches = batches;
  }

  /** Notes ends that are to come, of several of a mark the last, and takes out those that came. */
  void change(List<Expiry> ends) {
    batches.batchUpdate(
        "DELETE FROM tag_expiry WHERE ordinal = ? AND tag = ? AND changed_at = ?",
        ends.stream()
            .filter(Expiry::isOver)
            .sorted(Expiry.IN_ORDER)
            .map(end -> new Object[] {end.ordinal(), end.tag(), end.changedAt()})
            .toList());
    batches.batchUpdate(
        "REPLACE INTO tag_expiry (ordinal, tag, changed_at, expires_at) VALUES (?, ?, ?, ?)",
        ends.stream()
            .filter(end -> !end.isOver())
            .sorted(Expiry.IN_ORDER)
            .map(end -> new Object[] {end.ordinal(), end.tag(), end.changedAt(), end.expiresAt()})
            .toList());
  }

  void forget(long ordinal) {
    database.sql("DELETE FROM tag_expiry WHERE ordinal = ?").param(ordinal).update();
  }

  /** Some marks whose end has come, the first ones first: as changes that end just those. */
  List<TagChange> due(long now, int limit) {
    return database
        .sql(
            "SELECT user_id, tag, changed_at, expires_at FROM tag_expiry"
                + " JOIN tagged_user USING (ordinal) WHERE expires_at <= ?"
                + " ORDER BY expires_at LIMIT ?")
        .params(now, limit)
        .query(
            (row, index) ->
                new TagChange(
                    null,
                    new UserId(new String(row.getBytes("user_id"), StandardCharsets.UTF_8)),
                    row.getInt("tag"),
                    false,
                    // Not when it ends: what came after the mark was made is later than its end.
                    row.getLong("changed_at"),
                    row.getLong("expires_at"),
                    "expiry"))
        .list();
  }

  /** How many ends have come and are not carried out; counts no further than {@code most}. */
  long overdue(long now, int most) {
    return database
        .sql(
            "SELECT COUNT(*) FROM (SELECT 1 FROM tag_expiry WHERE expires_at <= ? LIMIT ?)"
                + " overdue")
        .params(now, most)
        .query(Long.class)
        .single();
  }
}
