package dev.storefront.fitment.product;

import dev.storefront.common.metrics.UseCase;
import dev.storefront.fitment.product.ProductTable.Followed;
import dev.storefront.fitment.sku.FitmentWriter;
import dev.storefront.fitment.sku.SkuMove;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.springframework.stereotype.Component;

/**
 * Moves SKUs to the groups where the catalogue has them, and removes those whose product is gone. A
 * step counts together with what it does, or not at all; one that is not newer than what was
 * followed does nothing.
 */
@Component
class CatalogueFollower {

  private static final int BATCH = 100;

  private final ProductTable products;
  private final FitmentWriter writer;

  CatalogueFollower(ProductTable products, FitmentWriter writer) {
    this.products = products;
    this.writer = writer;
  }

  /**
   * @param steps in the order of their records; those of one SKU in the order of their versions or
   *     in any other
   */
  @UseCase("follow-catalogue")
  void follow(List<CatalogueStep> steps) {
    for (int from = 0; from < steps.size(); from += BATCH) {
      List<CatalogueStep> batch = steps.subList(from, Math.min(from + BATCH, steps.size()));
      writer.regroup(() -> moves(batch));
    }
  }

  private List<SkuMove> moves(List<CatalogueStep> steps) {
    TreeSet<Long> skuIds = new TreeSet<>();
    steps.forEach(step -> skuIds.add(step.skuId()));
    Map<Long, Followed> followed = products.lock(skuIds);
    Map<Long, SkuMove> moves = new HashMap<>();
    for (CatalogueStep step : steps) {
      Followed before = followed.getOrDefault(step.skuId(), Followed.NOTHING);
      if (before.isBefore(step)) {
        moves.merge(
            step.skuId(), new SkuMove(step.skuId(), step.product()), CatalogueFollower::together);
      }
      followed.put(step.skuId(), before.after(step));
    }
    products.save(followed);
    return List.copyOf(moves.values());
  }

  /** Of a SKU that is removed nothing is left to move, in whichever batches the steps come. */
  private static SkuMove together(SkuMove first, SkuMove then) {
    return first.to().isEmpty() ? first : then;
  }
}
