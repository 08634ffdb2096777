package dev.storefront.usertag.tagging;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toMap;

import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Users' tags in the table {@code tagged_user}. Some thousand users at a time. */
@Component
class UserTags {

  /** So many who come to have the same marks are worth a statement of their own. */
  private static final int MANY = 50;

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
    return lockUsers(ordinals).stream().collect(toMap(LockedUser::ordinal, LockedUser::marks));
  }

  /** As {@link #lock}, in ascending order. */
  List<LockedUser> lockUsers(Collection<Long> ordinals) {
    List<LockedUser> users = new ArrayList<>(ordinals.size());
    for (String some : OrdinalRanges.of(ordinals)) {
      users.addAll(
          batches.query(
              "SELECT ordinal, user_id, tags, marks FROM tagged_user WHERE "
                  + some
                  + " ORDER BY ordinal FOR UPDATE",
              LockedUser::of));
    }
    return users;
  }

  /**
   * Saves the tags of users who are locked: of many who come to have the same ones by one update,
   * of the others by inserts, of which the driver makes one statement, as it does not of updates;
   * and nobody is inserted, for the users are there.
   */
  void save(Map<Long, UserMarks> marks) {
    List<Object[]> others = new ArrayList<>();
    marks.entrySet().stream()
        .collect(
            groupingBy(
                user -> ByteBuffer.wrap(user.getValue().bytes()),
                mapping(Map.Entry::getKey, toList())))
        .forEach(
            (bytes, ordinals) -> {
              if (ordinals.size() < MANY) {
                ordinals.forEach(ordinal -> others.add(new Object[] {ordinal, bytes.array()}));
              } else {
                OrdinalRanges.of(ordinals)
                    .forEach(
                        some ->
                            batches.update(
                                "UPDATE tagged_user SET tags = '', marks = ? WHERE " + some,
                                (Object) bytes.array()));
              }
            });
    others.sort(Comparator.comparing(row -> (Long) row[0]));
    batches.batchUpdate(
        "INSERT INTO tagged_user (ordinal, user_id, tags, marks) VALUES (?, '', '', ?)"
            + " ON DUPLICATE KEY UPDATE tags = '', marks = VALUES(marks)",
        others);
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
