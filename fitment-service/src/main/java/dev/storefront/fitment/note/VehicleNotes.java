package dev.storefront.fitment.note;

import java.util.Collections;
import java.util.List;

/**
 * The notes of a SKU.
 *
 * @param byVehicle for each vehicle of the question, in their order
 * @param leftOut true if there are more, or may be
 */
public record VehicleNotes(List<List<FitmentNote>> byVehicle, boolean leftOut) {

  /** If nobody could tell them. */
  public static VehicleNotes untold(int vehicles) {
    return new VehicleNotes(Collections.nCopies(vehicles, List.of()), true);
  }
}
