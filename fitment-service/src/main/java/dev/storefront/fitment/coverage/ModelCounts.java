package dev.storefront.fitment.coverage;

import dev.storefront.fitment.vehicle.Vehicle;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Adds up what is known of each model: some integers per vehicle. Mutable, of one thread. */
final class ModelCounts {

  private static final int NONE = -1;

  private final Map<Model, Integer> numbers = new LinkedHashMap<>();
  private final BitSet listed = new BitSet();
  private int[] modelOf = {};
  private int[] vehicles = {};
  private int[] vehiclesWithSkus = {};
  private long[] skus = {};

  private record Model(String make, String model) {}

  void add(Vehicle vehicle) {
    int offset = vehicle.offset();
    if (offset >= modelOf.length) {
      int before = modelOf.length;
      modelOf = Arrays.copyOf(modelOf, offset + offset / 2 + 1);
      Arrays.fill(modelOf, before, modelOf.length, NONE);
    }
    modelOf[offset] =
        numbers.computeIfAbsent(
            new Model(vehicle.make(), vehicle.model()), model -> numbers.size());
    if (numbers.size() > vehicles.length) {
      int room = 2 * numbers.size();
      vehicles = Arrays.copyOf(vehicles, room);
      vehiclesWithSkus = Arrays.copyOf(vehiclesWithSkus, room);
      skus = Arrays.copyOf(skus, room);
    }
    vehicles[modelOf[offset]]++;
  }

  /** Adds a SKU by the offsets of its vehicles. */
  void addSku(int[] offsets) {
    BitSet models = new BitSet();
    for (int offset : offsets) {
      int model = offset < modelOf.length ? modelOf[offset] : NONE;
      if (model != NONE) {
        models.set(model);
        if (!listed.get(offset)) {
          listed.set(offset);
          vehiclesWithSkus[model]++;
        }
      }
    }
    models.stream().forEach(model -> skus[model]++);
  }

  /** All models, by make and model. */
  List<ModelCoverage> sorted() {
    return numbers.entrySet().stream()
        .map(
            e -> {
              int number = e.getValue();
              return new ModelCoverage(
                  e.getKey().make(),
                  e.getKey().model(),
                  vehicles[number],
                  vehiclesWithSkus[number],
                  skus[number]);
            })
        .sorted(Comparator.comparing(ModelCoverage::make).thenComparing(ModelCoverage::model))
        .toList();
  }
}
