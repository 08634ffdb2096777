package dev.storefront.fitment.upkeep;

import dev.storefront.common.run.RunStart;
import dev.storefront.common.run.Runs;
import dev.storefront.common.web.Problem;
import dev.storefront.fitment.placement.PlacedFitments;
import dev.storefront.fitment.sku.ShelfUpkeep;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** Starts rebuilds and consistency checks, one of each at a time. */
@Component
class UpkeepRuns {

  private final Runs<UpkeepRequest, UpkeepProgress> rebuilds;
  private final Runs<UpkeepRequest, UpkeepProgress> consistencyChecks;
  private final ShelfUpkeep upkeep;
  private final PlacedFitments placed;

  UpkeepRuns(
      Runs<UpkeepRequest, UpkeepProgress> rebuilds,
      Runs<UpkeepRequest, UpkeepProgress> consistencyChecks,
      ShelfUpkeep upkeep,
      PlacedFitments placed) {
    this.rebuilds = rebuilds;
    this.consistencyChecks = consistencyChecks;
    this.upkeep = upkeep;
    this.placed = placed;
  }

  /**
   * Starts a rebuild.
   *
   * @param cluster the only one to rebuild, null for all
   * @throws dev.storefront.common.web.ProblemException 400 {@code unknown-cluster}
   */
  RunStart rebuild(@Nullable String cluster) {
    if (cluster != null && !placed.clusters().contains(cluster)) {
      throw Problem.of(
              HttpStatus.BAD_REQUEST,
              "unknown-cluster",
              "No cluster that holds fitment is called '%s', there are %s."
                  .formatted(cluster, placed.clusters()))
          .toException();
    }
    return start(rebuilds, cluster, false);
  }

  RunStart check(boolean repair) {
    return start(consistencyChecks, null, repair);
  }

  private RunStart start(
      Runs<UpkeepRequest, UpkeepProgress> runs, @Nullable String cluster, boolean repair) {
    String placement = placed.settings();
    String key = UUID.nameUUIDFromBytes(placement.getBytes(StandardCharsets.UTF_8)).toString();
    return runs.startAlone(new UpkeepRequest(cluster, repair, placement, upkeep.count()), key);
  }
}
