package dev.storefront.usertag.imports;

import dev.storefront.usertag.bitmap.Bitmap;
import dev.storefront.usertag.bitmap.EncodedSet;
import dev.storefront.usertag.segment.SegmentLayout;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * What imports ask for, sorted by segment and tag, in the table {@code import_entry}: an entry for
 * each of them and each part of the file. From when all of them are there no file is needed.
 */
@Component
class ImportLedger {

  private static final int ENTRIES_PER_CALL = 128;

  private final JdbcClient database;
  private final JdbcTemplate batches;
  private final SegmentLayout layout;

  ImportLedger(JdbcClient database, JdbcTemplate batches, SegmentLayout layout) {
    this.database = database;
    this.batches = batches;
    this.layout = layout;
  }

  /** Adds what a part of the file asks for, in the caller's transaction. */
  void add(long run, long part, Map<SortedPart.Key, EncodedSet> sets) {
    batches.batchUpdate(
        "INSERT INTO import_entry (import, segment, tag, part, encoding, users)"
            + " VALUES (?, ?, ?, ?, ?, ?)",
        sets.entrySet(),
        ENTRIES_PER_CALL,
        (row, set) -> {
          row.setLong(1, run);
          row.setInt(2, set.getKey().segment());
          row.setInt(3, set.getKey().tag());
          row.setLong(4, part);
          row.setInt(5, set.getValue().encoding());
          row.setBytes(6, set.getValue().bytes());
        });
  }

  private record Entry(int segment, int tag, long part, Bitmap users) {

    boolean isOf(Entry other) {
      return segment == other.segment && tag == other.tag;
    }
  }

  /** The next users from a place on, in order: some segments and tags, each whole. */
  List<SortedUsers> from(long run, ImportPlace place) {
    List<Entry> entries =
        entries(
            "(segment > ? OR segment = ? AND tag >= ?)",
            List.of(run, place.segment(), place.segment(), place.tag(), ENTRIES_PER_CALL));
    if (entries.size() == ENTRIES_PER_CALL) {
      // Others of the last one may be missing.
      Entry last = entries.get(ENTRIES_PER_CALL - 1);
      entries.removeIf(last::isOf);
      if (entries.isEmpty()) {
        return List.of(SortedUsers.given(last.segment, last.tag, of(run, last.segment, last.tag)));
      }
    }
    return joined(entries);
  }

  private static List<SortedUsers> joined(List<Entry> entries) {
    List<SortedUsers> joined = new ArrayList<>();
    for (int first = 0, end; first < entries.size(); first = end) {
      Entry entry = entries.get(first);
      Bitmap users = entry.users;
      for (end = first + 1; end < entries.size() && entries.get(end).isOf(entry); end++) {
        users = users.or(entries.get(end).users);
      }
      joined.add(SortedUsers.given(entry.segment, entry.tag, users));
    }
    return joined;
  }

  /** The users of one segment and tag. */
  Bitmap of(long run, int segment, int tag) {
    Bitmap users = Bitmap.EMPTY;
    long part = -1;
    List<Entry> some;
    do {
      some =
          entries(
              "segment = ? AND tag = ? AND part > ?",
              List.of(run, segment, tag, part, ENTRIES_PER_CALL));
      for (Entry entry : some) {
        users = users.or(entry.users);
        part = entry.part;
      }
    } while (some.size() == ENTRIES_PER_CALL);
    return users;
  }

  private List<Entry> entries(String condition, List<Object> parameters) {
    return new ArrayList<>(
        database
            .sql(
                "SELECT * FROM import_entry WHERE import = ? AND "
                    + condition
                    + " ORDER BY segment, tag, part LIMIT ?")
            .params(parameters)
            .query(this::entry)
            .list());
  }

  private Entry entry(ResultSet row, int index) throws SQLException {
    return new Entry(
        row.getInt("segment"),
        row.getInt("tag"),
        row.getLong("part"),
        EncodedSet.decode(row.getInt("encoding"), row.getBytes("users"), layout.segmentBits()));
  }

  /** Forgets the import, some entries at a time. */
  void forget(long run) {
    int forgotten;
    do {
      forgotten =
          database
              .sql("DELETE FROM import_entry WHERE import = ? LIMIT ?")
              .params(run, ENTRIES_PER_CALL)
              .update();
    } while (forgotten == ENTRIES_PER_CALL);
  }
}
