package dev.storefront.fitment.vehicle;

/** What a line of an import says. */
sealed interface ParsedLine {

  /**
   * A vehicle.
   *
   * @param vehicleId seven digits
   * @param make 1-100 characters
   * @param model 1-100 characters
   * @param year {@link VehicleLineRules#FIRST_YEAR} or later
   * @param trim 0-100 characters
   */
  record VehicleLine(int vehicleId, String make, String model, int year, String trim)
      implements ParsedLine {}

  /** No vehicle, and why. */
  record Invalid(String reason) implements ParsedLine {}
}
