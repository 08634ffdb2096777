package dev.storefront.usertag.tagging;

import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What the database says of many users, to build Redis from it or to judge them. */
@Component
public class RecordedTags {

  private static final int USERS_PER_STEP = 5_000;

  private final JdbcClient database;

  RecordedTags(JdbcClient database) {
    this.database = database;
  }

  /** Takes users in ascending order. */
  @FunctionalInterface
  public interface Reader {

    /**
     * @param tags the numbers of the user's tags, ascending; such as were deleted may be among them
     */
    void take(long ordinal, int[] tags);
  }

  private record Row(long ordinal, UserMarks marks) {}

  /**
   * Reads all users that are known between two ordinals, some thousand at a time. Whoever is
   * changing some is waited for: Redis may have those changes, or have lost them, before.
   *
   * @param first the first ordinal
   * @param end the first one behind them
   */
  public void read(long first, long end, Reader reader) {
    long next = first;
    List<Row> rows;
    do {
      rows =
          database
              .sql(
                  "SELECT ordinal, tags, marks FROM tagged_user"
                      + " WHERE ordinal >= ? AND ordinal < ? ORDER BY ordinal LIMIT ?"
                      + " LOCK IN SHARE MODE")
              .params(next, end, USERS_PER_STEP)
              .query((row, index) -> new Row(row.getLong("ordinal"), UserTags.marks(row)))
              .list();
      for (Row row : rows) {
        reader.take(row.ordinal(), row.marks().present());
        next = row.ordinal() + 1;
      }
    } while (rows.size() == USERS_PER_STEP);
  }

  /**
   * The next users, whom nobody else can change until the transaction at hand ends.
   *
   * @param ordinal of the user before
   * @param limit how many at most
   */
  public List<LockedUser> lockAfter(long ordinal, int limit) {
    return database
        .sql(
            "SELECT ordinal, user_id, tags, marks FROM tagged_user WHERE ordinal > ?"
                + " ORDER BY ordinal LIMIT ? FOR UPDATE")
        .params(ordinal, limit)
        .query(LockedUser::of)
        .list();
  }
}
