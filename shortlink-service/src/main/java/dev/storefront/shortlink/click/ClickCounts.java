package dev.storefront.shortlink.click;

import java.time.Instant;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Sums of clicks in the database, and how far each partition has been added up. */
@Component
class ClickCounts {

  private final JdbcClient jdbc;
  private final JdbcTemplate batches;

  ClickCounts(JdbcClient jdbc, JdbcTemplate batches) {
    this.jdbc = jdbc;
    this.batches = batches;
  }

  /**
   * Clicks of one generation of a code.
   *
   * @param lastClickedAt when the last of them was
   */
  record Clicked(int generation, long clicks, Instant lastClickedAt) {}

  /** The first record of the partition that is not in the sums. */
  long nextOffset(TopicPartition partition) {
    return jdbc.sql(
            "SELECT next_offset FROM click_progress WHERE topic = ? AND topic_partition = ?")
        .params(partition.topic(), partition.partition())
        .query(Long.class)
        .optional()
        .orElse(0L);
  }

  /**
   * Adds what the records up to {@code next - 1} say.
   *
   * @param counted what {@link #nextOffset} told before they were read
   * @throws IllegalStateException if another consumer added some of them meanwhile; then nothing is
   *     added, and reading the batch again counts what is left
   */
  @Transactional(timeout = 10)
  public void add(TopicPartition partition, long counted, long next, ClickTally tally) {
    jdbc.sql(
            "INSERT IGNORE INTO click_progress (topic, topic_partition, next_offset)"
                + " VALUES (?, ?, 0)")
        .params(partition.topic(), partition.partition())
        .update();
    int moved =
        jdbc.sql(
                "UPDATE click_progress SET next_offset = ? WHERE topic = ?"
                    + " AND topic_partition = ? AND next_offset = ?")
            .params(next, partition.topic(), partition.partition(), counted)
            .update();
    if (moved == 0) {
      throw new IllegalStateException(partition + " was counted by another consumer meanwhile");
    }
    batches.batchUpdate(
        "INSERT INTO click_counts (code, generation, clicks, last_clicked_at) VALUES (?, ?, ?, ?)"
            + " ON DUPLICATE KEY UPDATE clicks = clicks + VALUES(clicks),"
            + " last_clicked_at = GREATEST(last_clicked_at, VALUES(last_clicked_at))",
        tally.counts().entrySet().stream()
            .map(
                entry ->
                    new Object[] {
                      entry.getKey().code(),
                      entry.getKey().generation(),
                      entry.getValue().clicks(),
                      entry.getValue().lastClickedAt()
                    })
            .toList());
  }

  /** All generations of a code that were ever clicked, oldest first. */
  List<Clicked> of(String code) {
    return jdbc.sql(
            "SELECT generation, clicks, last_clicked_at FROM click_counts WHERE code = ?"
                + " ORDER BY generation")
        .param(code)
        .query(
            (row, n) ->
                new Clicked(
                    row.getInt("generation"),
                    row.getLong("clicks"),
                    Instant.ofEpochMilli(row.getLong("last_clicked_at"))))
        .list();
  }
}
