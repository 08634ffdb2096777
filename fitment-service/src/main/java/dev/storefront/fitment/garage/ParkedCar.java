package dev.storefront.fitment.garage;

import dev.storefront.fitment.vehicle.Vehicle;

/**
 * A car in a garage.
 *
 * @param place where in the garage's order it stands, as texts are compared: its time in
 *     milliseconds since 1970, of 13 digits until 2286, and its id of seven
 */
record ParkedCar(Vehicle vehicle, String place) {}
