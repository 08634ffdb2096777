package dev.storefront.shortlink.lease;

import dev.storefront.shortlink.code.IdRange;
import dev.storefront.shortlink.code.Tier;
import dev.storefront.shortlink.segment.Portion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Ids lent to an application.
 *
 * @param epoch higher than that of every earlier lease; publishing has to show it
 * @param wantedTier the tier that was asked for
 * @param wanted how many ids were asked for
 * @param released true once it was handed back
 * @param swept true once its unused ids are in the pool, so that it is over, whatever a clock says
 * @param portions what was lent, in the order of use
 */
public record Lease(
    String leaseId,
    String clientId,
    long epoch,
    Tier tier,
    Tier wantedTier,
    int wanted,
    Instant expiresAt,
    boolean released,
    boolean swept,
    List<Portion> portions) {

  /** The lent ids, neighbouring portions joined. */
  public List<IdRange> ranges() {
    return joined(portions.stream().map(Portion::ids).toList());
  }

  /** True if it was handed back, has run out, or was swept by who thinks so. */
  public boolean isOver(Instant now) {
    return released || swept || !now.isBefore(expiresAt);
  }

  static List<IdRange> joined(List<IdRange> ranges) {
    List<IdRange> joined = new ArrayList<>();
    for (IdRange range : ranges) {
      int end = joined.size() - 1;
      if (end >= 0 && joined.get(end).last() + 1 == range.first()) {
        joined.set(end, new IdRange(joined.get(end).first(), range.last()));
      } else {
        joined.add(range);
      }
    }
    return joined;
  }
}
