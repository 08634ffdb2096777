package dev.storefront.fitment.coverage;

import dev.storefront.common.metrics.UseCase;
import dev.storefront.common.web.Cursor;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

/** The last count of all instances. */
@Repository
class CoverageTable {

  private final JdbcClient db;
  private final JdbcTemplate batches;

  CoverageTable(JdbcClient db, JdbcTemplate batches) {
    this.db = db;
    this.batches = batches;
  }

  /** Takes the place of the last count, in one step. */
  @Transactional
  void replace(List<ModelCoverage> models, long universalSkus, Instant countedAt) {
    db.sql("UPDATE coverage_count SET counted_at = ?, universal_skus = ? WHERE id = 1")
        .params(countedAt.toEpochMilli(), universalSkus)
        .update();
    db.sql("DELETE FROM model_coverage").update();
    batches.batchUpdate(
        "INSERT INTO model_coverage"
            + " (model_number, make, model, vehicles, vehicles_with_skus, skus)"
            + " VALUES (?, ?, ?, ?, ?, ?)",
        IntStream.range(0, models.size())
            .mapToObj(
                i -> {
                  ModelCoverage m = models.get(i);
                  return new Object[] {
                    i + 1, m.make(), m.model(), m.vehicles(), m.vehiclesWithSkus(), m.skus()
                  };
                })
            .toList());
  }

  /** The page and when it was counted are of the same count. */
  @UseCase("list-coverage")
  @Transactional(isolation = Isolation.REPEATABLE_READ, readOnly = true)
  CoveragePage page(
      @Nullable String make, @Nullable String model, @Nullable String cursor, int limit) {
    String list = "coverage/%s/%s".formatted(make, model);
    long after = cursor == null ? 0 : Cursor.decodeLong(list, cursor);
    String sql = "SELECT * FROM model_coverage WHERE model_number > :after";
    sql += make == null ? "" : " AND make = :make";
    sql += model == null ? "" : " AND model = :model";
    List<Numbered> oneMore =
        db.sql(sql + " ORDER BY model_number LIMIT :limit")
            .param("after", after)
            .param("make", make)
            .param("model", model)
            .param("limit", limit + 1)
            .query(
                (row, n) ->
                    new Numbered(
                        row.getInt("model_number"),
                        new ModelCoverage(
                            row.getString("make"),
                            row.getString("model"),
                            row.getInt("vehicles"),
                            row.getInt("vehicles_with_skus"),
                            row.getLong("skus"))))
            .list();
    List<Numbered> items = oneMore.subList(0, Math.min(limit, oneMore.size()));
    String next =
        oneMore.size() <= limit ? null : Cursor.encode(list, items.get(limit - 1).number());
    return db.sql("SELECT counted_at, universal_skus FROM coverage_count WHERE id = 1")
        .query(
            (row, n) ->
                new CoveragePage(
                    row.getLong(1) == 0 ? null : Instant.ofEpochMilli(row.getLong(1)),
                    row.getLong(2),
                    items.stream().map(Numbered::coverage).toList(),
                    next))
        .single();
  }

  private record Numbered(int number, ModelCoverage coverage) {}
}
