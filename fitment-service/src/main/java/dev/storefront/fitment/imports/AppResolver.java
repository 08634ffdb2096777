package dev.storefront.fitment.imports;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.storefront.fitment.aces.AcesApp;
import dev.storefront.fitment.aces.AcesVehicles;
import dev.storefront.fitment.aces.AcesVehicles.OfBaseVehicle;
import dev.storefront.fitment.aces.AcesVehicles.OfModel;
import dev.storefront.fitment.basevehicle.BaseVehicles;
import dev.storefront.fitment.basevehicle.BaseVehicles.Membership;
import dev.storefront.fitment.lines.ParsedRow;
import dev.storefront.fitment.part.PartNumber;
import dev.storefront.fitment.part.PartNumbers;
import dev.storefront.fitment.vehicle.Vehicles;
import java.util.Optional;
import java.util.stream.IntStream;

/** Finds an application's SKU and vehicles. One serves one file; it remembers what it has found. */
final class AppResolver {

  private static final int CACHED_PARTS = 20_000;
  private static final int CACHED_OFFSETS = 2_000_000;

  private final PartNumbers partNumbers;
  private final BaseVehicles baseVehicles;
  private final Vehicles vehicles;
  private final Cache<BrandedNumber, Optional<PartNumber>> parts =
      Caffeine.newBuilder().maximumSize(CACHED_PARTS).build();
  private final Cache<AcesVehicles, int[]> offsets =
      Caffeine.newBuilder()
          .maximumWeight(CACHED_OFFSETS)
          .weigher((AcesVehicles choice, int[] found) -> 1 + found.length)
          .build();

  AppResolver(PartNumbers partNumbers, BaseVehicles baseVehicles, Vehicles vehicles) {
    this.partNumbers = partNumbers;
    this.baseVehicles = baseVehicles;
    this.vehicles = vehicles;
  }

  ParsedRow<StagedApp> resolve(AcesApp app) {
    AcesVehicles choice = app.vehicles();
    if (!app.faults().isEmpty() || choice == null) {
      return rejected(app, String.join("; ", app.faults()));
    }
    Optional<PartNumber> part =
        parts.get(
            new BrandedNumber(app.part(), app.brand()),
            key -> partNumbers.resolve(key.number(), key.brand()));
    if (part.isEmpty()) {
      return rejected(app, "no SKU is known for part number " + described(app));
    }
    int[] found = offsets.get(choice, this::offsetsOf);
    return found.length == 0
        ? rejected(app, "there is no vehicle for " + described(choice))
        : new ParsedRow.Valid<>(
            new StagedApp(
                app.number(), part.get().skuId(), part.get().productIds(), found, app.note()));
  }

  private int[] offsetsOf(AcesVehicles choice) {
    if (choice instanceof OfBaseVehicle base) {
      return baseVehicles.members(base.baseVehicleId()).stream()
          .mapToInt(Membership::vehicleOffset)
          .toArray();
    }
    OfModel model = (OfModel) choice;
    return model.years().stream()
        .map(y -> vehicles.offsetsOf(model.make(), model.model(), y.from(), y.to()))
        .flatMapToInt(IntStream::of)
        .distinct()
        .toArray();
  }

  private static String described(AcesApp app) {
    return "'%s'%s"
        .formatted(app.part(), app.brand().isEmpty() ? "" : " of brand '" + app.brand() + "'");
  }

  /** Two brands with one number are two parts. */
  private record BrandedNumber(String number, String brand) {}

  private static String described(AcesVehicles choice) {
    if (choice instanceof OfBaseVehicle base) {
      return "base vehicle " + base.baseVehicleId();
    }
    OfModel model = (OfModel) choice;
    return "%s %s in these years".formatted(model.make(), model.model());
  }

  private static ParsedRow<StagedApp> rejected(AcesApp app, String reason) {
    return new ParsedRow.Invalid<>("App '%s': %s".formatted(app.id(), reason));
  }
}
