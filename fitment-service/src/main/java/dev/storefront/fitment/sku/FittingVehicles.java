package dev.storefront.fitment.sku;

import dev.storefront.fitment.vehicle.VehiclePage;
import dev.storefront.fitment.vehicle.Vehicles;
import io.micrometer.core.annotation.Timed;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The vehicles that a SKU fits, from the source of truth. */
@Component
class FittingVehicles {

  private final FitmentRepository fitments;
  private final Vehicles vehicles;

  FittingVehicles(FitmentRepository fitments, Vehicles vehicles) {
    this.fitments = fitments;
    this.vehicles = vehicles;
  }

  /**
   * @return empty if nothing is known of the SKU
   */
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "list-fitting-vehicles"})
  Optional<VehiclePage> page(long skuId, @Nullable String cursor, int limit) {
    return Optional.ofNullable(fitments.find(List.of(skuId)).get(skuId))
        .map(fitment -> page(fitment, cursor, limit));
  }

  private VehiclePage page(SkuFitment fitment, @Nullable String cursor, int limit) {
    String list = "sku-vehicles/" + fitment.skuId();
    return fitment.universal()
        ? vehicles.pageOfAll(list, cursor, limit)
        : vehicles.pageOf(fitment.vehicles(), list, cursor, limit);
  }
}
