package dev.storefront.fitment.note;

import java.util.List;

/**
 * The notes of a SKU.
 *
 * @param byVehicle for each vehicle of the question, in their order
 * @param leftOut true if there are more
 */
public record VehicleNotes(List<List<FitmentNote>> byVehicle, boolean leftOut) {}
