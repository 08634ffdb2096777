package dev.storefront.usertag.rule;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toMap;

import dev.storefront.usertag.rule.SeenEvents.Seen;
import dev.storefront.usertag.user.ErasureListener;
import dev.storefront.usertag.user.UserId;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What rules have seen of each user, in the table {@code rule_count}. */
@Component
class RuleCounts implements ErasureListener {

  private static final int MOST_AT_A_TIME = 1000;

  /** How late an event may come, and still be counted with those that were in time. */
  private static final long LATEST = Duration.ofDays(1).toMillis();

  private final JdbcClient database;
  private final JdbcTemplate batches;

  RuleCounts(JdbcClient database, JdbcTemplate batches) {
    this.database = database;
    this.batches = batches;
  }

  /**
   * That a user is to be given the tag of a rule.
   *
   * @param time of the event by which, epoch milliseconds
   */
  record Due(long rule, String userId, long time) {}

  /**
   * Adds events, in the transaction at hand.
   *
   * @param seen by user; in this order all take the rows, so that nobody waits for each other
   * @param now epoch milliseconds
   * @return whether somebody is to be given the tag
   */
  boolean add(Rule rule, SortedMap<String, List<Seen>> seen, long now) {
    long keptUntil = now + rule.window() + LATEST;
    batches.batchUpdate(
        "INSERT INTO rule_count (rule, user_id, events, kept_until) VALUES (?, ?, '', ?)"
            + " ON DUPLICATE KEY UPDATE kept_until = kept_until",
        seen.keySet().stream()
            .map(user -> new Object[] {rule.id(), bytes(user), keptUntil})
            .toList());
    Map<String, SeenEvents> before = lock(rule, seen.keySet());
    List<Object[]> changed = new ArrayList<>();
    List<Object[]> due = new ArrayList<>();
    seen.forEach(
        (user, more) -> {
          SeenEvents until = before.getOrDefault(user, new SeenEvents(List.of()));
          SeenEvents after = until.with(more, rule);
          changed.add(new Object[] {after.bytes(), keptUntil, rule.id(), bytes(user)});
          OptionalLong enough = after.enough(rule);
          if (enough.isPresent() && !enough.equals(until.enough(rule))) {
            due.add(new Object[] {enough.getAsLong(), rule.id(), bytes(user)});
          }
        });
    batches.batchUpdate(
        "UPDATE rule_count SET events = ?, kept_until = ? WHERE rule = ? AND user_id = ?", changed);
    batches.batchUpdate(
        "UPDATE rule_count SET due = GREATEST(COALESCE(due, 0), ?) WHERE rule = ? AND user_id = ?",
        due);
    return !due.isEmpty();
  }

  private Map<String, SeenEvents> lock(Rule rule, Collection<String> users) {
    return database
        .sql(
            "SELECT user_id, events FROM rule_count WHERE rule = :rule AND user_id IN (:users)"
                + " ORDER BY user_id FOR UPDATE")
        .param("rule", rule.id())
        .param("users", users.stream().map(RuleCounts::bytes).toList())
        .query(
            (row, index) ->
                Map.entry(text(row.getBytes("user_id")), SeenEvents.of(row.getBytes("events"))))
        .list()
        .stream()
        .collect(toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /**
   * Those of these that are still due. Nobody can be erased of them until the transaction at hand
   * ends, and nobody is due any more who was.
   */
  Set<Due> hold(Collection<Due> some) {
    SortedMap<Long, List<Due>> byRule =
        some.stream().collect(groupingBy(Due::rule, TreeMap::new, toList()));
    Set<Due> held = new HashSet<>();
    byRule.forEach(
        (rule, ofRule) ->
            held.addAll(
                database
                    .sql(
                        // Rows first, as those who change them lock them: not by the index of what
                        // is due.
                        "SELECT rule, user_id, due FROM rule_count FORCE INDEX (PRIMARY)"
                            + " WHERE rule = :rule"
                            + " AND user_id IN (:users) AND due IS NOT NULL"
                            + " ORDER BY user_id FOR UPDATE")
                    .param("rule", rule)
                    .param("users", ofRule.stream().map(due -> bytes(due.userId())).toList())
                    .query(RuleCounts::due)
                    .list()));
    held.retainAll(some);
    return held;
  }

  private static Due due(ResultSet row, int index) throws SQLException {
    return new Due(row.getLong("rule"), text(row.getBytes("user_id")), row.getLong("due"));
  }

  /**
   * Some of those who are to be given a tag, who are due longest first.
   *
   * @param skipped how many of them to leave out
   */
  List<Due> due(int skipped, int limit) {
    return database
        .sql(
            "SELECT rule, user_id, due FROM rule_count WHERE due IS NOT NULL"
                + " ORDER BY due, rule, user_id LIMIT ?, ?")
        .params(skipped, limit)
        .query(RuleCounts::due)
        .list();
  }

  /** They were given the tag, or need not be any more. */
  void done(List<Due> given) {
    batches.batchUpdate(
        "UPDATE rule_count SET due = NULL WHERE rule = ? AND user_id = ? AND due = ?",
        given.stream()
            .map(due -> new Object[] {due.rule(), bytes(due.userId()), due.time()})
            .toList());
  }

  /** Forgets some of what no event can make use of any more; returns whether there may be more. */
  boolean forgetSome(long now) {
    return database
            .sql("DELETE FROM rule_count WHERE kept_until < ? AND due IS NULL LIMIT ?")
            .params(now, MOST_AT_A_TIME)
            .update()
        == MOST_AT_A_TIME;
  }

  @Override
  public void erased(UserId userId) {
    database.sql("DELETE FROM rule_count WHERE user_id = ?").param(bytes(userId.text())).update();
  }

  private static byte[] bytes(String userId) {
    return userId.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] userId) {
    return new String(userId, StandardCharsets.UTF_8);
  }
}
