package dev.storefront.localstack.demo;

/** One row of the vehicle catalogue. */
record Vehicle(int vehicleId, String make, String model, int year, String trim) {

  static final String CSV_HEADER = "vehicleId,make,model,year,trim";

  String toCsv() {
    return "%d,%s,%s,%d,%s".formatted(vehicleId, make, model, year, trim);
  }
}
