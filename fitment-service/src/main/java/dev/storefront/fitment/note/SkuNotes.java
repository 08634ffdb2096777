package dev.storefront.fitment.note;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The notes of each SKU: a row per note, and one for each range of vehicles that it is about. */
@Repository
public class SkuNotes {

  private final JdbcClient db;
  private final JdbcTemplate batches;
  private final NoteReader reader;

  SkuNotes(JdbcClient db, JdbcTemplate batches, NoteReader reader) {
    this.db = db;
    this.batches = batches;
    this.reader = reader;
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
   * The notes of SKUs on some vehicles: at most 20 of a SKU on a vehicle, and 2 million characters.
   *
   * @param questions each SKU once
   * @param offsets of the vehicles, at least one
   * @return for each SKU that has any
   */
  public Map<Long, VehicleNotes> of(List<NoteQuestion> questions, int[] offsets) {
    return questions.isEmpty() ? Map.of() : reader.of(questions, offsets);
  }
}
