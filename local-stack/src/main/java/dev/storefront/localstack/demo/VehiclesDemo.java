package dev.storefront.localstack.demo;

import dev.storefront.localstack.suite.ApiRequest;
import dev.storefront.localstack.suite.Identity;
import dev.storefront.localstack.suite.Suite;
import dev.storefront.localstack.suite.SuiteClient;
import java.net.URI;
import java.util.List;
import java.util.stream.Collectors;

final class VehiclesDemo implements DemoPart {

  private final URI fitment;
  private final SuiteClient client;
  private final List<Vehicle> vehicles;

  VehiclesDemo(Suite suite, SuiteClient client, VehicleCatalogue catalogue) {
    this.fitment = suite.fitment();
    this.client = client;
    this.vehicles = catalogue.vehicles();
  }

  @Override
  public String name() {
    return vehicles.size() + " vehicles";
  }

  @Override
  public boolean isLoaded() {
    int last = vehicles.get(vehicles.size() - 1).vehicleId();
    return client.send(ApiRequest.get(fitment, "/api/v1/vehicles/" + last)).isSuccess();
  }

  @Override
  public void load() {
    String csv =
        vehicles.stream()
            .map(Vehicle::toCsv)
            .collect(Collectors.joining("\n", Vehicle.CSV_HEADER + "\n", "\n"));
    client
        .send(
            ApiRequest.post(fitment, "/api/v1/vehicles/import")
                .as(Identity.operator())
                .body("text/csv", csv))
        .requireSuccess();
  }
}
