package dev.storefront.fitment.coverage;

import dev.storefront.fitment.vehicle.Vehicle;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Adds up what is known of each model: a reference for each vehicle. Mutable, of one thread. */
final class ModelCounts {
  private final Map<Name, Model> models = new HashMap<>();
  private final BitSet listed = new BitSet();
  private @Nullable Model[] modelOf = {};

  private record Name(String make, String model) {}

  /** Told apart by itself, not by its counts. */
  private static final class Model {
    private int vehicles;
    private int vehiclesWithSkus;
    private long skus;
  }

  void add(Vehicle vehicle) {
    int offset = vehicle.offset();
    if (offset >= modelOf.length) {
      modelOf = Arrays.copyOf(modelOf, offset + offset / 2 + 1);
    }
    Model model =
        models.computeIfAbsent(new Name(vehicle.make(), vehicle.model()), name -> new Model());
    modelOf[offset] = model;
    model.vehicles++;
  }

  /** Adds a SKU by the offsets of its vehicles. */
  void addSku(int[] offsets) {
    Set<Model> ofSku = new HashSet<>();
    for (int offset : offsets) {
      Model model = offset < modelOf.length ? modelOf[offset] : null;
      if (model != null) {
        ofSku.add(model);
        if (!listed.get(offset)) {
          listed.set(offset);
          model.vehiclesWithSkus++;
        }
      }
    }
    ofSku.forEach(model -> model.skus++);
  }

  /** All models, by make and model. */
  List<ModelCoverage> sorted() {
    return models.entrySet().stream()
        .map(
            e -> {
              Model model = e.getValue();
              return new ModelCoverage(
                  e.getKey().make(),
                  e.getKey().model(),
                  model.vehicles,
                  model.vehiclesWithSkus,
                  model.skus);
            })
        .sorted(Comparator.comparing(ModelCoverage::make).thenComparing(ModelCoverage::model))
        .toList();
  }
}
