package dev.storefront.fitment.note;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The notes of each SKU: a row per note, and one for each range of vehicles that it is about. */
@Repository
public class SkuNotes {

  /** Notes that are told of a SKU on a vehicle; further ones are left out. */
  private static final int MOST_OF_A_VEHICLE = 20;

  private static final int MOST_READ = 50_000;

  private final JdbcClient db;
  private final JdbcTemplate batches;

  SkuNotes(JdbcClient db, JdbcTemplate batches) {
    this.db = db;
    this.batches = batches;
  }

  /**
   * Replaces all notes of some SKUs; in the transaction that replaces their vehicles.
   *
   * @param notes of each SKU; none removes those that were
   */
  public void replace(Map<Long, List<NewNote>> notes) {
    if (notes.isEmpty()) {
      return;
    }
    for (String table : List.of("sku_note", "sku_note_range")) {
      db.sql("DELETE FROM " + table + " WHERE sku_id IN (:skus)")
          .param("skus", notes.keySet())
          .update();
    }
    List<Object[]> rows = new ArrayList<>();
    List<Object[]> ranges = new ArrayList<>();
    notes.forEach(
        (skuId, some) -> {
          for (int number = 0; number < some.size(); number++) {
            FitmentNote note = some.get(number).note();
            rows.add(
                new Object[] {
                  skuId, number, note.position(), note.partType(), note.quantity(), note.text()
                });
            for (OffsetRange range : OffsetRange.of(some.get(number).offsets())) {
              ranges.add(new Object[] {skuId, number, range.first(), range.last()});
            }
          }
        });
    batches.batchUpdate(
        "INSERT INTO sku_note (sku_id, note, position, part_type, quantity, note_text)"
            + " VALUES (?, ?, ?, ?, ?, ?)",
        rows);
    batches.batchUpdate(
        "INSERT INTO sku_note_range (sku_id, note, first_offset, last_offset) VALUES (?, ?, ?, ?)",
        ranges);
  }

  /**
   * The notes of SKUs on some vehicles.
   *
   * @param offsets of the vehicles, at least one
   * @return for each SKU that has any, the notes on each of the vehicles, in their order
   */
  public Map<Long, List<List<FitmentNote>>> of(Collection<Long> skuIds, int[] offsets) {
    Map<Long, List<List<FitmentNote>>> found = new HashMap<>();
    if (skuIds.isEmpty()) {
      return found;
    }
    db.sql(
            """
            SELECT r.sku_id, r.first_offset, r.last_offset, n.position, n.part_type, n.quantity,
              n.note_text
            FROM sku_note_range r JOIN sku_note n ON n.sku_id = r.sku_id AND n.note = r.note
            WHERE r.sku_id IN (:skus) AND (%s)
            ORDER BY r.sku_id, r.note LIMIT :limit"""
                .formatted(anyWithin(offsets)))
        .param("skus", skuIds)
        .param("limit", MOST_READ)
        .query(
            row -> {
              add(
                  row,
                  offsets,
                  found.computeIfAbsent(row.getLong("sku_id"), id -> lists(offsets.length)));
            });
    return found;
  }

  private static String anyWithin(int[] offsets) {
    return IntStream.of(offsets)
        .distinct()
        .mapToObj(offset -> "%d BETWEEN r.first_offset AND r.last_offset".formatted(offset))
        .collect(Collectors.joining(" OR "));
  }

  private static void add(ResultSet row, int[] offsets, List<List<FitmentNote>> byVehicle)
      throws SQLException {
    FitmentNote note = note(row);
    OffsetRange range = new OffsetRange(row.getInt("first_offset"), row.getInt("last_offset"));
    for (int i = 0; i < offsets.length; i++) {
      List<FitmentNote> notes = byVehicle.get(i);
      if (range.contains(offsets[i]) && notes.size() < MOST_OF_A_VEHICLE) {
        notes.add(note);
      }
    }
  }

  private static FitmentNote note(ResultSet row) throws SQLException {
    int quantity = row.getInt("quantity");
    Integer quantityIfSaid = row.wasNull() ? null : quantity;
    return new FitmentNote(
        row.getString("position"),
        row.getString("part_type"),
        quantityIfSaid,
        row.getString("note_text"));
  }

  private static List<List<FitmentNote>> lists(int count) {
    return IntStream.range(0, count).<List<FitmentNote>>mapToObj(i -> new ArrayList<>()).toList();
  }
}
