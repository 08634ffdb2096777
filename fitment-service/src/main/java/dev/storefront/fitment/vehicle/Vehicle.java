package dev.storefront.fitment.vehicle;

import io.swagger.v3.oas.annotations.media.Schema;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * A vehicle as callers see it.
 *
 * @param vehicleId fixed, seven digits
 * @param offset the vehicle's place in every bitmap, from 1, for ever
 * @param make for example {@code Volkswagen}
 * @param model for example {@code Golf}
 * @param year model year
 * @param trim variant, may be empty
 */
public record Vehicle(
    @Schema(example = "1000001") int vehicleId,
    @Schema(example = "1") int offset,
    @Schema(example = "Volkswagen") String make,
    @Schema(example = "Golf") String model,
    @Schema(example = "2021") int year,
    @Schema(example = "1.5 TSI Life") String trim) {

  /** A row of the table of vehicles. */
  public static Vehicle of(ResultSet row, int number) throws SQLException {
    return new Vehicle(
        row.getInt("vehicle_id"),
        row.getInt("vehicle_offset"),
        row.getString("make"),
        row.getString("model"),
        row.getInt("model_year"),
        row.getString("trim_name"));
  }
}
