package dev.storefront.fitment.garage;

/** What came of parking a vehicle. */
enum ParkOutcome {
  /** It is in the garage, now or since before. */
  PARKED,
  /** Nobody knows the vehicle. */
  UNKNOWN_VEHICLE,
  /** There are {@link Garage#PLACES} others already. */
  GARAGE_FULL
}
