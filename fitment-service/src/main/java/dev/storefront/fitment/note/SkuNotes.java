package dev.storefront.fitment.note;

import dev.storefront.fitment.note.NoteMention.NoteId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

/** The notes of each SKU: a row per note, and one for each range of vehicles that it is about. */
@Repository
public class SkuNotes {

  private static final int SKUS_AT_ONCE = 100;
  private static final int TEXTS_AT_ONCE = 500;

  /** Rows that one statement writes or deletes, so that none takes longer than it is waited for. */
  private static final int NOTES_AT_ONCE = 1_000;

  private static final int RANGES_AT_ONCE = 10_000;
  private static final int DELETED_AT_ONCE = 5_000;

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
    remove("sku_note", notes.keySet());
    remove("sku_note_range", notes.keySet());
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
              if (ranges.size() == RANGES_AT_ONCE) {
                addRanges(ranges);
                ranges.clear();
              }
            }
          }
        });
    addRanges(ranges);
    for (List<Object[]> some : parts(rows, NOTES_AT_ONCE)) {
      batches.batchUpdate(
          "INSERT INTO sku_note (sku_id, note, position, part_type, quantity, note_text)"
              + " VALUES (?, ?, ?, ?, ?, ?)",
          some);
    }
  }

  private void addRanges(List<Object[]> ranges) {
    batches.batchUpdate(
        "INSERT INTO sku_note_range (sku_id, note, first_offset, last_offset) VALUES (?, ?, ?, ?)",
        ranges);
  }

  private void remove(String table, Collection<Long> skuIds) {
    int removed =
        db.sql("DELETE FROM " + table + " WHERE sku_id IN (:skus) LIMIT :most")
            .param("skus", skuIds)
            .param("most", DELETED_AT_ONCE)
            .update();
    if (removed == DELETED_AT_ONCE) {
      skuIds.forEach(skuId -> remove(table, skuId));
    }
  }

  /** Passes over the notes that went before, whose rows are there until the transaction ends. */
  private void remove(String table, long skuId) {
    Optional<Integer> note = firstNote(table, skuId, 0);
    while (note.isPresent()) {
      db.sql("DELETE FROM " + table + " WHERE sku_id = ? AND note >= ? ORDER BY note LIMIT ?")
          .params(skuId, note.get(), DELETED_AT_ONCE)
          .update();
      note = firstNote(table, skuId, note.get());
    }
  }

  private Optional<Integer> firstNote(String table, long skuId, int from) {
    return db.sql(
            "SELECT note FROM " + table + " WHERE sku_id = ? AND note >= ? ORDER BY note LIMIT 1")
        .params(skuId, from)
        .query(Integer.class)
        .optional();
  }

  /**
   * The notes of SKUs on some vehicles, in one snapshot: at most 20 of a SKU on a vehicle, and 2
   * million characters. First it reads which there are and how long they are, then the texts of
   * those it tells. MySQL gives up each question after half a second.
   *
   * @param questions each SKU once
   * @param offsets of the vehicles, at least one
   * @return for each SKU that has any
   */
  @Transactional(isolation = Isolation.REPEATABLE_READ, readOnly = true)
  public Map<Long, VehicleNotes> of(List<NoteQuestion> questions, int[] offsets) {
    NoteChoice choice = new NoteChoice(questions);
    for (List<NoteQuestion> some : parts(questions, SKUS_AT_ONCE)) {
      readMentions(some, offsets, choice::offer);
    }
    Map<NoteId, FitmentNote> texts = new HashMap<>();
    for (List<NoteId> some : parts(List.copyOf(choice.told()), TEXTS_AT_ONCE)) {
      readTexts(some, texts);
    }
    return choice.answer(texts);
  }

  private void readMentions(
      Collection<NoteQuestion> questions, int[] offsets, Consumer<NoteMention> found) {
    db.sql(
            """
            SELECT /*+ MAX_EXECUTION_TIME(500) */ m.sku_id, m.note, m.vehicle, m.nth,
              CHAR_LENGTH(n.position) + CHAR_LENGTH(n.part_type) + CHAR_LENGTH(n.note_text)
                AS characters
            FROM (
              SELECT r.sku_id, r.note, v.vehicle,
                ROW_NUMBER() OVER (PARTITION BY r.sku_id, v.vehicle ORDER BY r.note) AS nth
              FROM (%s) v
              JOIN sku_note_range r ON v.vehicle_offset BETWEEN r.first_offset AND r.last_offset
              WHERE r.sku_id IN (:skus)) m
            JOIN sku_note n ON n.sku_id = m.sku_id AND n.note = m.note
            WHERE m.nth <= :most
            ORDER BY m.sku_id, m.vehicle, m.note\
            """
                .formatted(table(offsets)))
        .param("skus", questions.stream().map(NoteQuestion::skuId).toList())
        .param("most", NoteChoice.MOST_OF_A_VEHICLE + 1)
        .query(
            row -> {
              found.accept(mention(row));
            });
  }

  /** The vehicles, each with its place in the question. */
  private static String table(int[] offsets) {
    return IntStream.range(0, offsets.length)
        .mapToObj(i -> "SELECT %d AS vehicle, %d AS vehicle_offset".formatted(i, offsets[i]))
        .collect(Collectors.joining(" UNION ALL "));
  }

  private void readTexts(List<NoteId> ids, Map<NoteId, FitmentNote> texts) {
    db.sql("SELECT /*+ MAX_EXECUTION_TIME(500) */ * FROM sku_note WHERE (sku_id, note) IN (:ids)")
        .param("ids", ids.stream().map(id -> new Object[] {id.skuId(), id.number()}).toList())
        .query(
            row -> {
              texts.put(id(row), note(row));
            });
  }

  private static NoteMention mention(ResultSet row) throws SQLException {
    return new NoteMention(
        id(row), row.getInt("vehicle"), row.getInt("nth"), row.getInt("characters"));
  }

  private static NoteId id(ResultSet row) throws SQLException {
    return new NoteId(row.getLong("sku_id"), row.getInt("note"));
  }

  private static FitmentNote note(ResultSet row) throws SQLException {
    return new FitmentNote(
        row.getString("position"),
        row.getString("part_type"),
        row.getObject("quantity", Integer.class),
        row.getString("note_text"));
  }

  private static <T> List<List<T>> parts(List<T> all, int size) {
    return IntStream.range(0, (all.size() + size - 1) / size)
        .mapToObj(i -> all.subList(i * size, Math.min(all.size(), (i + 1) * size)))
        .toList();
  }
}
