package dev.storefront.history.purchase;

import dev.storefront.common.database.Retention;
import dev.storefront.history.core.HistoryRules;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Repository;

/** The table {@code paid_sku}: what users paid for, for as long as a view of before could show. */
@Repository
public class Purchases {

  private static final String PAID =
      """
      INSERT INTO paid_sku (user_id, sku_id, paid_at)
      SELECT ?, ?, ? FROM DUAL WHERE NOT EXISTS (
        SELECT 1 FROM cleared_history WHERE user_id = ? AND erased_at >= ?)
      ON DUPLICATE KEY UPDATE paid_at = GREATEST(paid_at, VALUES(paid_at))
      """;
  private static final long MOST_FORGOTTEN = 1_000_000;

  private final JdbcTemplate jdbc;
  private final JdbcClient client;
  private final Clock clock;

  Purchases(JdbcTemplate jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.client = JdbcClient.create(jdbc);
    this.clock = clock;
  }

  /** Adds what was paid, in any order, however often; nothing that was erased. */
  void add(List<PaidSku> paid) {
    // In one order, so that two instances cannot wait for each other's rows.
    List<Object[]> rows =
        paid.stream()
            .sorted(Comparator.comparing(PaidSku::user).thenComparing(PaidSku::skuId))
            .map(
                one -> {
                  byte[] user = bytes(one.user());
                  return new Object[] {user, one.skuId(), one.paidAt(), user, one.paidAt()};
                })
            .toList();
    if (!rows.isEmpty()) {
      jdbc.batchUpdate(PAID, rows);
    }
  }

  /** When the user last paid for each of these SKUs, epoch milliseconds; without those never. */
  public Map<Long, Long> paidAt(String user, Collection<Long> skuIds) {
    Map<Long, Long> found = new HashMap<>();
    if (!skuIds.isEmpty()) {
      client
          .sql("SELECT sku_id, paid_at FROM paid_sku WHERE user_id = :user AND sku_id IN (:skuIds)")
          .param("user", bytes(user))
          .param("skuIds", skuIds)
          .query(
              row -> {
                found.put(row.getLong("sku_id"), row.getLong("paid_at"));
              });
    }
    return found;
  }

  /** The next purchases of a user after a SKU, 1,000 at most, by SKU. */
  public List<PaidSku> of(String user, long afterSku) {
    return client
        .sql(
            "SELECT sku_id, paid_at FROM paid_sku WHERE user_id = ? AND sku_id > ?"
                + " ORDER BY sku_id LIMIT 1000")
        .params(bytes(user), afterSku)
        .query((row, n) -> new PaidSku(user, row.getLong("sku_id"), row.getLong("paid_at")))
        .list();
  }

  /** Forgets a user's purchases up to the time of an erasure; may be repeated. */
  public void forget(String user, long upTo) {
    // None is added once the erasure is known.
    Retention.forget(
        client,
        Long.MAX_VALUE,
        "DELETE FROM paid_sku WHERE user_id = ? AND paid_at <= ?",
        bytes(user),
        upTo);
  }

  /** Forgets what no view that could show is older than. */
  @Scheduled(fixedDelayString = "${history.deletions.forget-every:1h}", initialDelayString = "1m")
  void forget() {
    long before = clock.instant().minus(HistoryRules.DELETION_LIFETIME).toEpochMilli();
    Retention.forget(client, MOST_FORGOTTEN, "DELETE FROM paid_sku WHERE paid_at < ?", before);
  }

  private static byte[] bytes(String user) {
    return user.getBytes(StandardCharsets.UTF_8);
  }
}
