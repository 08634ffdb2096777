package dev.storefront.flashsale.barrier;

import dev.storefront.common.health.BackendUnavailableException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/**
 * How far MySQL has the ledger's topic, as MySQL itself says. What Kafka says of its consumers
 * stays as it is when MySQL loses what it had committed; this goes back with the entries.
 */
@Repository
public class LedgerPositions {

  private final JdbcTemplate jdbc;

  LedgerPositions(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * What was asked to be written once more.
   *
   * @param number of the request
   * @param from when the first of it was sent; null once all of it is written
   * @param replayed entries that were written so far, of this or the last replay
   */
  public record Replay(long number, @Nullable Instant from, long replayed) {}

  /** The offset after the last entry that MySQL has, by partition. */
  Map<Integer, Long> next() {
    Map<Integer, Long> next = new HashMap<>();
    jdbc.query(
        "SELECT ledger_partition, next_offset FROM ledger_position",
        row -> {
          next.put(row.getInt("ledger_partition"), row.getLong("next_offset"));
        });
    return next;
  }

  /**
   * MySQL has the entries of a partition from {@code first} on; to be called in the transaction
   * that writes them.
   *
   * @param next the offset after the last of them
   * @return false if some are missing before {@code first}: then the transaction must not count
   */
  public boolean advance(int partition, long first, long next) {
    return jdbc.update(
                """
                UPDATE ledger_position SET next_offset = GREATEST(next_offset, ?)
                WHERE ledger_partition = ? AND next_offset >= ?\
                """,
                next,
                partition,
                first)
            == 1
        || begin(partition, next);
  }

  /** Of a partition of which MySQL knows nothing yet; false if it does. */
  boolean begin(int partition, long next) {
    return jdbc.update("INSERT IGNORE INTO ledger_position VALUES (?, ?)", partition, next) == 1;
  }

  /**
   * The topic was made anew, and the partition has fewer entries than MySQL has seen of it.
   *
   * @param known what MySQL said
   */
  void restart(int partition, long known, long next) {
    jdbc.update(
        """
        UPDATE ledger_position SET next_offset = ?
        WHERE ledger_partition = ? AND next_offset = ?\
        """,
        next,
        partition,
        known);
  }

  /** MySQL has all that a partition had before this offset, or Kafka has deleted it. */
  public void reached(int partition, long next) {
    jdbc.update(
        """
        INSERT INTO ledger_position VALUES (?, ?)
        ON DUPLICATE KEY UPDATE next_offset = GREATEST(next_offset, VALUES(next_offset))\
        """,
        partition,
        next);
  }

  /**
   * Has all that was sent from an instant on written once more; MySQL is not believed until then.
   */
  public void replayFrom(Instant from) {
    jdbc.update(
        """
        UPDATE ledger_replay SET number = number + 1, replayed = 0,
          replay_from = LEAST(COALESCE(replay_from, ?), ?)
        WHERE id = 1\
        """,
        from.toEpochMilli(),
        from.toEpochMilli());
  }

  /** What was asked for last. */
  public Replay replay() {
    return jdbc.query(
            "SELECT number, replay_from, replayed FROM ledger_replay WHERE id = 1",
            (row, index) -> {
              long from = row.getLong("replay_from");
              Instant since = row.wasNull() ? null : Instant.ofEpochMilli(from);
              return new Replay(row.getLong("number"), since, row.getLong("replayed"));
            })
        .get(0);
  }

  /** Somebody begins to write entries once more; whoever began before cannot go on. */
  public void beginReplay(String replayer) {
    jdbc.update("UPDATE ledger_replay SET replayer = ?, step = 0 WHERE id = 1", replayer);
  }

  /**
   * Notes a step of a replay; to be called in the transaction that does it.
   *
   * @param done steps before it
   * @throws BackendUnavailableException if MySQL lost those, or another replay has begun
   */
  public void replayStep(String replayer, long done) {
    int noted =
        jdbc.update(
            "UPDATE ledger_replay SET step = step + 1 WHERE id = 1 AND replayer = ? AND step = ?",
            replayer,
            done);
    if (noted == 0) {
      throw new BackendUnavailableException(
          "ledger", false, new IllegalStateException("MySQL fell back during a replay"));
    }
  }

  /** So many more entries were written once more. */
  public void replayed(int more) {
    jdbc.update("UPDATE ledger_replay SET replayed = replayed + ? WHERE id = 1", more);
  }

  /** All that a request wanted is written, unless there was another one meanwhile. */
  public void replayDone(long number) {
    jdbc.update("UPDATE ledger_replay SET replay_from = NULL WHERE id = 1 AND number = ?", number);
  }
}
