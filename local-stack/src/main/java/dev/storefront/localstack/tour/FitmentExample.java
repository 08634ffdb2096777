package dev.storefront.localstack.tour;

import dev.storefront.localstack.suite.ApiRequest;
import dev.storefront.localstack.suite.Json;
import dev.storefront.localstack.suite.Suite;
import java.net.URI;
import java.util.List;

final class FitmentExample implements Example {

  private static final long FLOOR_MATS = 500_100;
  private static final long WIPER_BLADES = 60_002_001;

  private final URI fitment;

  FitmentExample(Suite suite) {
    this.fitment = suite.fitment();
  }

  @Override
  public String service() {
    return "fitment-service";
  }

  @Override
  public String question() {
    return "does this part fit my car?";
  }

  @Override
  public void show(Guide guide) {
    long corolla = vehicle(guide, "Toyota", "Corolla", 2021);
    long outback = vehicle(guide, "Subaru", "Outback", 2016);
    Shown fitting =
        guide
            .ask(
                "Which floor mats (a product of 240 SKUs) fit the Corolla?",
                ApiRequest.get(
                    fitment, "/api/v1/vehicles/" + corolla + "/skus?groupId=" + FLOOR_MATS))
            .expectStatus(200);
    long mats = fitting.at("/items/0/skuId").asLong(0);
    if (mats == 0) {
      guide.fail("No floor mats are there; './storefront up' or 'demo' is still to load them");
      return;
    }
    long universal = 60_001_240;
    guide
        .ask(
            "Two cars, three SKUs: mats for one of them, mats to trim, and a SKU without data",
            ApiRequest.post(fitment, "/api/v1/fitment/check")
                .json(
                    Json.object("vehicleIds", List.of(corolla, outback))
                        .and("skuIds", List.of(mats, universal, WIPER_BLADES))))
        .expectStatus(200)
        .expect("/results/0/status", "KNOWN")
        .expect("/results/0/fits", List.of(true, false))
        .expect("/results/1/status", "UNIVERSAL")
        .expect("/results/1/fits", List.of(true, true))
        .expect("/results/2/status", "UNKNOWN");
  }

  private long vehicle(Guide guide, String make, String model, int year) {
    String query = "?make=%s&model=%s&year=%d&limit=1".formatted(make, model, year);
    return guide
        .ask(
            "The %s %s of %d".formatted(make, model, year),
            ApiRequest.get(fitment, "/api/v1/vehicles" + query))
        .expectStatus(200)
        .expect("/items/0/model", model)
        .at("/items/0/vehicleId")
        .asLong(0);
  }
}
