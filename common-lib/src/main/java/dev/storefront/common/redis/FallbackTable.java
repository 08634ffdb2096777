package dev.storefront.common.redis;

import java.util.Optional;
import java.util.function.UnaryOperator;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@link FallbackState} in the service's own database, which survives whatever happens to Redis.
 * One row for each cluster: who changes it holds the row, so that of two instances that find the
 * same fall-back the second sees what the first has found.
 */
final class FallbackTable {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final JdbcClient db;
  private final TransactionTemplate transaction;
  private final FallbackNames names;

  FallbackTable(JdbcClient db, TransactionTemplate transaction, FallbackNames names) {
    this.db = db;
    this.transaction = transaction;
    this.names = names;
  }

  /**
   * @param version higher after each change
   */
  record Stored(long version, FallbackState state) {}

  /** What is stored, if that is another version than the one that is known. */
  Optional<Stored> readUnless(String cluster, long known) {
    return db.sql("SELECT version, state FROM redis_fallback WHERE cluster = ? AND version <> ?")
        .params(names.of(cluster), known)
        .query((row, n) -> new Stored(row.getLong(1), decode(row.getString(2))))
        .optional();
  }

  /** Changes what is stored; nobody else does meanwhile. */
  Stored change(String cluster, UnaryOperator<FallbackState> change) {
    if (readUnless(cluster, -1).isEmpty()) {
      begin(names.of(cluster));
    }
    Stored changed = transaction.execute(status -> changeLocked(names.of(cluster), change));
    if (changed == null) {
      throw new IllegalStateException("no transaction");
    }
    return changed;
  }

  /** Alone: in a transaction with the change, two at once would wait for each other. */
  private void begin(String name) {
    db.sql("INSERT IGNORE INTO redis_fallback (cluster, version, state) VALUES (?, 0, ?)")
        .params(name, JSON.writeValueAsString(FallbackState.NEW))
        .update();
  }

  private Stored changeLocked(String cluster, UnaryOperator<FallbackState> change) {
    Stored before =
        db.sql("SELECT version, state FROM redis_fallback WHERE cluster = ? FOR UPDATE")
            .param(cluster)
            .query((row, n) -> new Stored(row.getLong(1), decode(row.getString(2))))
            .single();
    FallbackState after = change.apply(before.state());
    if (after.equals(before.state())) {
      return before;
    }
    db.sql("UPDATE redis_fallback SET version = version + 1, state = ? WHERE cluster = ?")
        .params(JSON.writeValueAsString(after), cluster)
        .update();
    return new Stored(before.version() + 1, after);
  }

  private static FallbackState decode(String state) {
    return JSON.readValue(state, FallbackState.class);
  }
}
