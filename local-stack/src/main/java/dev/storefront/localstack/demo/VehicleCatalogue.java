package dev.storefront.localstack.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Two thousand vehicles of twenty makes. The same seed gives the same vehicles, in the same order:
 * those of one make and model are neighbours, as they are in the trade's catalogues.
 */
final class VehicleCatalogue {

  /** Vehicle ids are seven digits long. */
  private static final int FIRST_ID = 1_000_001;

  private static final int SEED = 20_240_618;
  private static final int FIRST_YEAR = 2014;
  private static final int LAST_YEAR = 2023;
  private static final int TRIMS_PER_YEAR = 2;

  private static final Map<String, List<String>> MODELS = new TreeMap<>();
  private static final List<String> TRIMS =
      List.of("Base", "Comfort", "Sport", "Premium", "Touring", "Executive", "Off-Road", "Hybrid");

  static {
    MODELS.put("Audi", List.of("A3", "A4", "A6", "Q3", "Q5"));
    MODELS.put("BMW", List.of("1 Series", "3 Series", "5 Series", "X1", "X3"));
    MODELS.put("BYD", List.of("Dolphin", "Han", "Qin", "Song", "Tang"));
    MODELS.put("Buick", List.of("Enclave", "Encore", "Envision", "LaCrosse", "Regal"));
    MODELS.put("Chevrolet", List.of("Cruze", "Equinox", "Malibu", "Silverado", "Tahoe"));
    MODELS.put("Ford", List.of("Escape", "Explorer", "F-150", "Focus", "Mondeo"));
    MODELS.put("Geely", List.of("Atlas", "Coolray", "Emgrand", "Geometry C", "Preface"));
    MODELS.put("Honda", List.of("Accord", "Civic", "CR-V", "Fit", "Odyssey"));
    MODELS.put("Hyundai", List.of("Elantra", "Kona", "Santa Fe", "Sonata", "Tucson"));
    MODELS.put("Kia", List.of("Ceed", "Picanto", "Sorento", "Sportage", "Stonic"));
    MODELS.put("Lexus", List.of("ES", "IS", "LX", "NX", "RX"));
    MODELS.put("Mazda", List.of("CX-3", "CX-5", "Mazda2", "Mazda3", "Mazda6"));
    MODELS.put("Mercedes-Benz", List.of("A-Class", "C-Class", "E-Class", "GLA", "GLC"));
    MODELS.put("Nissan", List.of("Altima", "Juke", "Leaf", "Qashqai", "X-Trail"));
    MODELS.put("Peugeot", List.of("208", "2008", "308", "3008", "508"));
    MODELS.put("Renault", List.of("Captur", "Clio", "Kadjar", "Megane", "Scenic"));
    MODELS.put("Subaru", List.of("Forester", "Impreza", "Legacy", "Outback", "XV"));
    MODELS.put("Toyota", List.of("Avalon", "Camry", "Corolla", "Highlander", "RAV4"));
    MODELS.put("Volkswagen", List.of("Golf", "Jetta", "Passat", "Polo", "Tiguan"));
    MODELS.put("Volvo", List.of("S60", "S90", "V60", "XC40", "XC60"));
  }

  private final List<Vehicle> vehicles;

  private VehicleCatalogue(List<Vehicle> vehicles) {
    this.vehicles = List.copyOf(vehicles);
  }

  static VehicleCatalogue generate() {
    Random random = new Random(SEED);
    List<Vehicle> vehicles = new ArrayList<>();
    MODELS.forEach(
        (make, models) -> models.forEach(model -> addYears(vehicles, random, make, model)));
    return new VehicleCatalogue(vehicles);
  }

  private static void addYears(List<Vehicle> vehicles, Random random, String make, String model) {
    for (int year = FIRST_YEAR; year <= LAST_YEAR; year++) {
      int first = random.nextInt(TRIMS.size());
      for (int i = 0; i < TRIMS_PER_YEAR; i++) {
        String trim = TRIMS.get((first + i * 3) % TRIMS.size());
        vehicles.add(new Vehicle(FIRST_ID + vehicles.size(), make, model, year, trim));
      }
    }
  }

  List<Vehicle> vehicles() {
    return vehicles;
  }

  /** One list for each model, in the order of the catalogue. */
  List<List<Vehicle>> byModel() {
    int perModel = (LAST_YEAR - FIRST_YEAR + 1) * TRIMS_PER_YEAR;
    List<List<Vehicle>> models = new ArrayList<>();
    for (int i = 0; i < vehicles.size(); i += perModel) {
      models.add(vehicles.subList(i, i + perModel));
    }
    return models;
  }
}
