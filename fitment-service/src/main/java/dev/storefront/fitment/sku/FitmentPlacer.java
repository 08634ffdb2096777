package dev.storefront.fitment.sku;

import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.fitment.placement.Group;
import dev.storefront.fitment.placement.PlacedFitments;
import dev.storefront.fitment.placement.SkuFitment;
import dev.storefront.fitment.placement.WriteOutcome;
import dev.storefront.fitment.sku.UnplacedRepository.Told;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Brings Redis to where MySQL is. Scripts keep an older version from overwriting a newer one, so
 * that any number of placers may be late, slow or doubled.
 */
@Component
class FitmentPlacer {

  private static final Logger log = LoggerFactory.getLogger(FitmentPlacer.class);

  private final PlacedFitments placed;
  private final UnplacedRepository unplaced;

  FitmentPlacer(PlacedFitments placed, UnplacedRepository unplaced) {
    this.placed = placed;
    this.unplaced = unplaced;
  }

  /**
   * Writes each SKU into its group, then removes it from the groups it left: at no moment is it in
   * neither. Pipelined; keep batches to some dozens.
   *
   * @return what failed, by SKU
   */
  Map<Long, RuntimeException> place(Collection<Placing> placings) {
    Map<Long, RuntimeException> failures = new HashMap<>();
    List<Told> told = new ArrayList<>();
    Map<Told, CompletableFuture<WriteOutcome>> replacing = new LinkedHashMap<>();
    placings.forEach(
        p -> replacing.put(told(p.fitment(), p.fitment().group()), placed.replace(p.fitment())));
    await(replacing, told, failures);

    Map<Told, CompletableFuture<WriteOutcome>> vacating = new LinkedHashMap<>();
    for (Placing placing : placings) {
      if (!failures.containsKey(placing.fitment().skuId())) {
        placing
            .left()
            .forEach(
                left ->
                    vacating.put(
                        told(placing.fitment(), left), placed.vacate(left, placing.fitment())));
      }
    }
    await(vacating, told, failures);
    forget(told);
    return failures;
  }

  private static Told told(SkuFitment fitment, Group group) {
    return new Told(fitment.skuId(), group, fitment.version());
  }

  private static void await(
      Map<Told, CompletableFuture<WriteOutcome>> writes,
      List<Told> told,
      Map<Long, RuntimeException> failures) {
    writes.forEach(
        (target, write) -> {
          try {
            ScriptRunner.await(write);
            told.add(target);
          } catch (RuntimeException e) {
            failures.put(target.skuId(), e);
          }
        });
  }

  private void forget(List<Told> told) {
    try {
      unplaced.remove(told);
    } catch (DataAccessException | TransactionException e) {
      log.warn("{} placed SKUs stay noted as unplaced: {}", told.size(), e.toString());
    }
  }
}
