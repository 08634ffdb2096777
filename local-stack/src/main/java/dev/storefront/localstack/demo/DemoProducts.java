package dev.storefront.localstack.demo;

import java.util.ArrayList;
import java.util.List;

/** What the demo shop sells. */
final class DemoProducts {

  /** The vendor of all of it. */
  static final long VENDOR_ID = 8_801;

  /** Floor mats: one product of 240 SKUs, and the last of them fits every vehicle. */
  static final long FLOOR_MATS_SPU = 500_100;

  private static final long FIRST_FLOOR_MAT = 60_001_001;
  private static final int FLOOR_MATS = 240;
  private static final List<String> COLOURS = List.of("black", "beige", "grey");

  private static final long FIRST_OTHER_SPU = 500_201;
  private static final long FIRST_OTHER_SKU = 60_002_001;
  private static final List<String> OTHERS =
      List.of(
          "Wiper blades, 24 inch",
          "Dash camera, front and rear",
          "Tyre inflator, 12 V",
          "Phone holder, magnetic",
          "Boot organiser, folding",
          "Jump starter, 2000 A",
          "Sun shade for the windscreen",
          "Seat cushion, memory foam",
          "Car vacuum cleaner, cordless",
          "Snow chains, size 90",
          "Roof box, 420 litres",
          "Child seat, 0 to 7 years",
          "Steering wheel cover, leather",
          "Blind spot mirrors, pair",
          "Tow rope, 5 tonnes",
          "First aid kit",
          "Warning triangle, folding",
          "High-visibility vest",
          "Car fridge, 24 litres",
          "Tyre pressure monitor, 4 sensors",
          "Parking sensors, rear",
          "Reversing camera, wireless",
          "Head-up display",
          "FM transmitter with two chargers",
          "Oil filter wrench",
          "Socket set, 94 pieces",
          "Trolley jack, 2.5 tonnes",
          "Car wax, 500 ml",
          "Leather care kit",
          "Interior brush set",
          "Windscreen washer, -20 °C, 5 litres",
          "Number plate frame, pair");

  private DemoProducts() {}

  /**
   * A set of mats for the older or the newer years of each model, in a colour or two. The first is
   * the main SKU.
   */
  static List<Sku> floorMats(VehicleCatalogue catalogue) {
    List<List<Vehicle>> models = catalogue.byModel();
    List<Sku> mats = new ArrayList<>();
    for (int i = 0; i < FLOOR_MATS - 1; i++) {
      List<Vehicle> model = models.get(i % models.size());
      int round = i / models.size();
      boolean newer = round % 2 == 0;
      int middle = model.size() / 2;
      mats.add(
          floorMat(
              i,
              newer ? model.subList(middle, model.size()) : model.subList(0, middle),
              COLOURS.get(round)));
    }
    mats.add(mat(FLOOR_MATS - 1, "Floor mats to trim, any car, black", List.of(), true));
    return List.copyOf(mats);
  }

  private static Sku floorMat(int index, List<Vehicle> fitting, String colour) {
    Vehicle first = fitting.get(0);
    Vehicle last = fitting.get(fitting.size() - 1);
    String name =
        "Floor mats for %s %s %d-%d, %s"
            .formatted(first.make(), first.model(), first.year(), last.year(), colour);
    return mat(index, name, fitting.stream().map(Vehicle::vehicleId).toList(), false);
  }

  private static Sku mat(int index, String name, List<Integer> vehicleIds, boolean universal) {
    return new Sku(
        FIRST_FLOOR_MAT + index, FLOOR_MATS_SPU, FIRST_FLOOR_MAT, name, vehicleIds, universal);
  }

  /** Products of one SKU each, for which no fitment is known. */
  static List<Sku> others() {
    List<Sku> others = new ArrayList<>();
    for (int i = 0; i < OTHERS.size(); i++) {
      long skuId = FIRST_OTHER_SKU + i;
      others.add(new Sku(skuId, FIRST_OTHER_SPU + i, skuId, OTHERS.get(i), List.of(), false));
    }
    return List.copyOf(others);
  }
}
