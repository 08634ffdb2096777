package dev.storefront.benchmarks.fitment;

import dev.storefront.localstack.suite.Json;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import org.roaringbitmap.RoaringBitmap;

/** Vehicles and SKUs, made up, the same in every run. */
final class BenchData {

  static final int FIRST_VEHICLE = 1_000_000;
  static final long FIRST_SKU = 60_000_001;
  static final int SKUS_OF_A_GROUP = 200;

  private static final int YEARS = 12;
  private static final int MODELS_OF_A_MAKE = 250;
  private static final long SEED = 20_261_121;

  private BenchData() {}

  /** Imports all vehicles, in the order of their ids. */
  static void importVehicles(FitmentUnderTest service) {
    StringBuilder csv = new StringBuilder("vehicleId,make,model,year,trim\n");
    for (int i = 0; i < Fits.VEHICLES; i++) {
      int model = i / YEARS;
      csv.append(FIRST_VEHICLE + i)
          .append(",Make %03d,Model %05d,".formatted(model / MODELS_OF_A_MAKE, model))
          .append(2_000 + i % YEARS)
          .append(",\n");
    }
    service.post("/api/v1/vehicles/import", "text/csv", BodyPublishers.ofString(csv.toString()));
  }

  /** Writes a file of groups of 200 SKUs as an import takes it. */
  static Path skus(int groups, int fitsPerSku, Fits shape) {
    return skus(FIRST_SKU, groups, SKUS_OF_A_GROUP, fitsPerSku, shape);
  }

  /**
   * The same of other groups.
   *
   * @param first the first group's first SKU; further ones follow
   */
  static Path skus(long first, int groups, int skusOfAGroup, int fitsPerSku, Fits shape) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(SEED);
    try {
      Path file = Files.createTempFile("fitment", ".ndjson");
      file.toFile().deleteOnExit();
      try (BufferedWriter out = Files.newBufferedWriter(file)) {
        for (int i = 0; i < groups * skusOfAGroup; i++) {
          long group = first + i / skusOfAGroup * skusOfAGroup;
          out.write(line(first + i, group, shape.of(fitsPerSku, random)));
          out.newLine();
        }
      }
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String line(long sku, long group, RoaringBitmap offsets) {
    return Json.write(
        Json.object("skuId", sku)
            .and("kind", "SELF")
            .and("mainSkuId", group)
            .and("vehicleIds", vehicles(offsets)));
  }

  /** The ids of vehicles that have these offsets. */
  static int[] vehicles(RoaringBitmap offsets) {
    return IntStream.of(offsets.toArray()).map(o -> FIRST_VEHICLE + o - 1).toArray();
  }
}
