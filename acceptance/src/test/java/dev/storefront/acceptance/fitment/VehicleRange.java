package dev.storefront.acceptance.fitment;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The vehicles of the load. Their numbers, from 0, are in the order in which the service is to give
 * offsets; their ids are in another.
 */
record VehicleRange(int count) {

  private static final int FIRST_ID = 2_000_001;

  /** A prime: it shares no factor with a count that is no multiple of it. */
  private static final long STRIDE = 7_919;

  private static final int OF_A_MODEL = 60;
  private static final int OF_A_YEAR = 4;
  private static final int FIRST_YEAR = 2005;

  VehicleRange {
    if (count % STRIDE == 0) {
      throw new IllegalArgumentException("the number of vehicles must be no multiple of " + STRIDE);
    }
  }

  int id(int number) {
    return (int) (FIRST_ID + number * STRIDE % count);
  }

  /** The vehicles with these numbers. */
  Fits fits(IntStream numbers) {
    return Fits.of(numbers.map(this::id));
  }

  /** All of them. */
  Fits all() {
    return fits(IntStream.range(0, count));
  }

  /** The file that imports them. */
  String csv() {
    return IntStream.range(0, count)
        .mapToObj(this::line)
        .collect(Collectors.joining("", "vehicleId,make,model,year,trim\n", ""));
  }

  private String line(int number) {
    int model = number / OF_A_MODEL;
    int year = FIRST_YEAR + number % OF_A_MODEL / OF_A_YEAR;
    return "%d,Make %03d,Model %05d,%d,%d%n"
        .formatted(id(number), model / OF_A_MODEL, model, year, number % OF_A_YEAR);
  }
}
