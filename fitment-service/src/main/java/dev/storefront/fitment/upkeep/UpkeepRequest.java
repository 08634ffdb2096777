package dev.storefront.fitment.upkeep;

import dev.storefront.common.run.RunStart;
import dev.storefront.common.run.Runs;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a rebuild or a consistency check is asked for.
 *
 * @param cluster the only one whose shelves are rebuilt; null for all
 * @param repair true to end the differences that are found
 * @param placement the settings of where groups lie; instances with others leave it alone
 * @param shelves how many there were at the start
 */
record UpkeepRequest(@Nullable String cluster, boolean repair, String placement, long shelves) {

  /** Starts it, unless a run of this kind with the same settings is not over yet. */
  RunStart startIn(Runs<UpkeepRequest, UpkeepProgress> runs) {
    return runs.startAlone(this, keyOf(placement));
  }

  /** Short, however long the settings are. */
  static String keyOf(String placement) {
    return UUID.nameUUIDFromBytes(placement.getBytes(StandardCharsets.UTF_8)).toString();
  }
}
