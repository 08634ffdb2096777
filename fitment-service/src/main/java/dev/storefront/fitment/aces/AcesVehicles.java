package dev.storefront.fitment.aces;

import java.util.List;

/** Which vehicles an application is about. */
public sealed interface AcesVehicles {

  /** Those of a base vehicle of the industry's vehicle table. */
  record OfBaseVehicle(int baseVehicleId) implements AcesVehicles {}

  /**
   * All of a make's model in some years.
   *
   * @param years one range or several with gaps between them
   */
  record OfModel(String make, String model, List<Years> years) implements AcesVehicles {}

  /** From a year to a year, both included. */
  record Years(int from, int to) {}
}
