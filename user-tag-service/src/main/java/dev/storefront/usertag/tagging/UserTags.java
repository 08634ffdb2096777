package dev.storefront.usertag.tagging;

import static java.util.stream.Collectors.toMap;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Users' tags in the table {@code tagged_user}. Some thousand users at a time. */
@Component
class UserTags {

  private final JdbcClient database;
  private final JdbcTemplate batches;

  UserTags(JdbcClient database, JdbcTemplate batches) {
    this.database = database;
    this.batches = batches;
  }

  /**
   * The users' tags. Nobody else can lock or change them until the transaction at hand ends. Locks
   * are taken in ascending order, so two who want the same users never wait for each other.
   */
  Map<Long, UserMarks> lock(Collection<Long> ordinals) {
    return database
        .sql(
            "SELECT ordinal, tags, marks FROM tagged_user WHERE ordinal IN (:ordinals)"
                + " ORDER BY ordinal FOR UPDATE")
        .param("ordinals", new TreeSet<>(ordinals))
        .query((row, index) -> Map.entry(row.getLong("ordinal"), marks(row)))
        .list()
        .stream()
        .collect(toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /**
   * Saves the tags of users who are locked. Of inserts the driver makes one statement, of updates
   * it does not; and nobody is inserted, for the users are there.
   */
  void save(Map<Long, UserMarks> marks) {
    batches.batchUpdate(
        "INSERT INTO tagged_user (ordinal, user_id, tags, marks) VALUES (?, '', '', ?)"
            + " ON DUPLICATE KEY UPDATE tags = '', marks = VALUES(marks)",
        new TreeMap<>(marks)
            .entrySet().stream()
                .map(user -> new Object[] {user.getKey(), user.getValue().bytes()})
                .toList());
  }

  /** Forgets the user, and the id with it; the ordinal is nobody's from now on. */
  void delete(long ordinal) {
    database.sql("DELETE FROM tagged_user WHERE ordinal = ?").param(ordinal).update();
  }

  /** The marks in a row with {@code tags} and {@code marks}. */
  static UserMarks marks(ResultSet row) throws SQLException {
    byte[] marks = row.getBytes("marks");
    return marks == null ? UserMarks.ofBits(row.getBytes("tags")) : UserMarks.of(marks);
  }
}
