package dev.storefront.fitment.garage;

import dev.storefront.common.web.Cursor;
import dev.storefront.fitment.vehicle.Vehicle;

/**
 * A car in a garage.
 *
 * @param parkedAt since when, milliseconds since 1970
 */
record ParkedCar(Vehicle vehicle, long parkedAt) {

  Place place() {
    return new Place(parkedAt, vehicle.vehicleId());
  }

  /** Where in a garage's order a car stands; where none stands any more, the order goes on. */
  record Place(long parkedAt, int vehicleId) {

    static final Place ENTRANCE = new Place(Long.MIN_VALUE, 0);

    /** What {@link #toString} gave; 400 {@code invalid-cursor} for anything else. */
    static Place of(String text) {
      int colon = text.indexOf(':');
      try {
        return new Place(
            Long.parseLong(text.substring(0, Math.max(0, colon))),
            Integer.parseInt(text.substring(colon + 1)));
      } catch (NumberFormatException e) {
        throw Cursor.invalid();
      }
    }

    boolean isBehind(Place other) {
      return parkedAt == other.parkedAt ? vehicleId > other.vehicleId : parkedAt > other.parkedAt;
    }

    @Override
    public String toString() {
      return parkedAt + ":" + vehicleId;
    }
  }
}
