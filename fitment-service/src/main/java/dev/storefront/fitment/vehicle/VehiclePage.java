package dev.storefront.fitment.vehicle;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some of a list of vehicles.
 *
 * @param items the vehicles
 * @param nextCursor where the next page begins, absent at the end
 */
public record VehiclePage(
    List<Vehicle> items, @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String nextCursor) {}
