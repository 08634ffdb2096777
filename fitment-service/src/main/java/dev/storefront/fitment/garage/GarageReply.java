package dev.storefront.fitment.garage;

import dev.storefront.fitment.vehicle.Vehicle;
import java.util.List;

/**
 * A user's garage.
 *
 * @param items at most 20, the one that was parked first first
 */
record GarageReply(List<Vehicle> items) {}
