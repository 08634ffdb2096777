package dev.storefront.usertag.user;

import static java.util.stream.Collectors.toMap;

import com.google.common.collect.Lists;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Ids and ordinals in the table {@code tagged_user}. Some thousand at a time. */
@Component
class UserTable {

  private final JdbcClient database;
  private final JdbcTemplate batches;

  UserTable(JdbcClient database, JdbcTemplate batches) {
    this.database = database;
    this.batches = batches;
  }

  /** The ordinals of those of these users that are known. */
  Map<String, Long> ordinals(Collection<String> userIds) {
    Map<String, Long> ordinals = new HashMap<>();
    for (List<String> some :
        Lists.partition(List.copyOf(userIds), UserDirectory.VALUES_PER_STATEMENT)) {
      batches.query(
          "SELECT user_id, ordinal FROM tagged_user WHERE user_id IN ("
              + "?,".repeat(some.size() - 1)
              + "?)",
          statement -> {
            for (int i = 0; i < some.size(); i++) {
              statement.setBytes(i + 1, bytes(some.get(i)));
            }
          },
          (RowCallbackHandler) row -> ordinals.put(text(row.getBytes(1)), row.getLong(2)));
    }
    return ordinals;
  }

  /** The ids of those of these ordinals that were given to a user. */
  Map<Long, String> ids(Collection<Long> ordinals) {
    if (ordinals.isEmpty()) {
      return Map.of();
    }
    return database
        .sql("SELECT ordinal, user_id FROM tagged_user WHERE ordinal IN (:ordinals)")
        .param("ordinals", ordinals)
        .query((row, index) -> Map.entry(row.getLong("ordinal"), text(row.getBytes("user_id"))))
        .list()
        .stream()
        .collect(toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** The last ordinal that was given to a user, 0 before the first. */
  long lastOrdinal() {
    return database.sql("SELECT value FROM counter WHERE name = 'user'").query(Long.class).single();
  }

  /** Waits for the turn to give out ordinals, and keeps it until the transaction ends. */
  long lockLastOrdinal() {
    return database
        .sql("SELECT value FROM counter WHERE name = 'user' FOR UPDATE")
        .query(Long.class)
        .single();
  }

  /** Adds users without tags at the ordinals after {@code last}; needs {@link #lockLastOrdinal}. */
  Map<String, Long> append(long last, List<String> userIds) {
    Map<String, Long> added = new LinkedHashMap<>();
    userIds.forEach(id -> added.put(id, last + added.size() + 1));
    batches.batchUpdate(
        "INSERT INTO tagged_user (ordinal, user_id) VALUES (?, ?)",
        added.entrySet().stream()
            .map(user -> new Object[] {user.getValue(), bytes(user.getKey())})
            .toList());
    database
        .sql("UPDATE counter SET value = ? WHERE name = 'user'")
        .param(last + added.size())
        .update();
    return added;
  }

  private static byte[] bytes(String userId) {
    return userId.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] userId) {
    return new String(userId, StandardCharsets.UTF_8);
  }
}
