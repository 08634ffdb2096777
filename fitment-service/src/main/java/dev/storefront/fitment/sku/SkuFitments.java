package dev.storefront.fitment.sku;

import dev.storefront.fitment.placement.Group;
import dev.storefront.fitment.placement.SkuFitment;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** What other features may ask of the SKUs. */
@Component
public class SkuFitments {

  private static final Logger log = LoggerFactory.getLogger(SkuFitments.class);

  /** Keeps what is in memory at once to some megabytes. */
  private static final int BATCH = 50;

  private final SkuGroups groups;
  private final FitmentRepository fitments;
  private final FitmentPlacer placer;
  private final FitmentWriter writer;

  SkuFitments(
      SkuGroups groups, FitmentRepository fitments, FitmentPlacer placer, FitmentWriter writer) {
    this.groups = groups;
    this.fitments = fitments;
    this.placer = placer;
    this.writer = writer;
  }

  /** Replaces all that is known of some dozens of SKUs, each given once. */
  public void replaceAll(List<NewFitment> some) {
    writer.replaceAll(some);
  }

  /** The groups of those SKUs that have data. */
  public Map<Long, Group> groupsOf(Collection<Long> skuIds) {
    return groups.of(skuIds);
  }

  /**
   * SKUs whose group has this id, by their ids.
   *
   * @param groupId an SPU or a main SKU
   */
  public Map<Long, Group> members(long groupId, long afterSkuId, int limit) {
    return fitments.members(groupId, afterSkuId, limit);
  }

  /**
   * Reads SKUs from MySQL that Redis did not have where they should be, and writes them to Redis
   * again.
   *
   * @param found gets each SKU that has data
   */
  public void reload(Collection<Long> skuIds, Consumer<SkuFitment> found) {
    List<Long> all = List.copyOf(skuIds);
    for (int from = 0; from < all.size(); from += BATCH) {
      reloadBatch(all.subList(from, Math.min(from + BATCH, all.size())), found);
    }
  }

  private void reloadBatch(List<Long> skuIds, Consumer<SkuFitment> found) {
    Map<Long, Group> groupsNow = new HashMap<>();
    List<Placing> placings = new ArrayList<>();
    for (SkuFitment fitment : fitments.find(skuIds)) {
      groupsNow.put(fitment.skuId(), fitment.group());
      placings.add(new Placing(fitment, Set.of()));
      found.accept(fitment);
    }
    skuIds.forEach(skuId -> groups.saw(skuId, Optional.ofNullable(groupsNow.get(skuId))));
    Map<Long, RuntimeException> failures = placer.place(placings);
    log.info("Restored {} SKUs in Redis, {} failed", placings.size(), failures.size());
  }
}
