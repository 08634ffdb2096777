package dev.storefront.usertag.tagging;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * A user whom nobody else can change until the transaction ends.
 *
 * @param marks what was said of his tags
 */
public record LockedUser(long ordinal, String userId, UserMarks marks) {

  /** Of a row of {@code tagged_user}. */
  static LockedUser of(ResultSet row, int index) throws SQLException {
    return new LockedUser(
        row.getLong("ordinal"),
        new String(row.getBytes("user_id"), StandardCharsets.UTF_8),
        UserTags.marks(row));
  }

  /** Whether the user has the tag of that number. */
  public boolean has(int tag) {
    return marks.has(tag);
  }
}
