package dev.storefront.usertag.tagging;

import dev.storefront.usertag.user.UserDirectory;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Conditions of statements that name some thousand users by their ordinals. */
final class OrdinalRanges {

  private OrdinalRanges() {}

  /**
   * Conditions on the column {@code ordinal}, ascending, each for a statement: neighbours are a
   * range, which costs the database much less than as many values.
   */
  static List<String> of(Collection<Long> ordinals) {
    long[] sorted = ordinals.stream().mapToLong(ordinal -> ordinal).sorted().toArray();
    List<String> conditions = new ArrayList<>();
    for (int next = 0; next < sorted.length; ) {
      StringBuilder values = new StringBuilder("ordinal IN (0");
      StringBuilder ranges = new StringBuilder();
      for (int i = 0; i < UserDirectory.VALUES_PER_STATEMENT && next < sorted.length; i++) {
        int first = next;
        do {
          next++;
        } while (next < sorted.length && sorted[next] <= sorted[next - 1] + 1);
        if (sorted[next - 1] == sorted[first]) {
          values.append(',').append(sorted[first]);
        } else {
          ranges.append(" OR ordinal BETWEEN ").append(sorted[first]);
          ranges.append(" AND ").append(sorted[next - 1]);
        }
      }
      conditions.add("(" + values + ")" + ranges + ")");
    }
    return conditions;
  }
}
