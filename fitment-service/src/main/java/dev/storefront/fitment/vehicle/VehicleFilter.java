package dev.storefront.fitment.vehicle;

import org.jspecify.annotations.Nullable;

/**
 * Which vehicles a list is of; what is null matches all. Make and model ignore case.
 *
 * @param make whole name
 * @param model whole name
 * @param year model year
 */
record VehicleFilter(@Nullable String make, @Nullable String model, @Nullable Integer year) {

  static final VehicleFilter ALL = new VehicleFilter(null, null, null);
}
