package dev.storefront.fitment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.TestTokens;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

@FitmentServiceTest
class OpenApiTest {

  @LocalServerPort int port;

  @Test
  void the_document_has_every_call_of_the_contract() {
    JsonNode paths = new FitmentApi(port).get("/v3/api-docs").isOk().json().path("paths");
    for (String call :
        List.of(
            "post /api/v1/vehicles/import",
            "get /api/v1/vehicles/{vehicleId}",
            "get /api/v1/vehicles",
            "put /api/v1/skus/{skuId}/fitment",
            "patch /api/v1/skus/{skuId}/fitment",
            "get /api/v1/skus/{skuId}/fitment",
            "delete /api/v1/skus/{skuId}/fitment",
            "get /api/v1/fitment/export",
            "get /api/v1/skus/{skuId}/vehicles",
            "get /api/v1/vehicles/{vehicleId}/skus",
            "post /api/v1/fitment/check",
            "post /api/v1/fitment/imports",
            "get /api/v1/fitment/imports",
            "get /api/v1/fitment/imports/{id}",
            "delete /api/v1/fitment/imports/{id}",
            "post /api/v1/fitment/rebuilds",
            "get /api/v1/fitment/rebuilds",
            "get /api/v1/fitment/rebuilds/{id}",
            "delete /api/v1/fitment/rebuilds/{id}",
            "post /api/v1/fitment/consistency-checks",
            "get /api/v1/fitment/consistency-checks",
            "get /api/v1/fitment/consistency-checks/{id}",
            "delete /api/v1/fitment/consistency-checks/{id}",
            "put /api/v1/part-numbers/{partNumber}",
            "get /api/v1/part-numbers/{partNumber}",
            "delete /api/v1/part-numbers/{partNumber}",
            "put /api/v1/part-numbers",
            "get /api/v1/part-numbers",
            "delete /api/v1/part-numbers",
            "post /api/v1/part-numbers/import",
            "put /api/v1/base-vehicles/{baseVehicleId}",
            "get /api/v1/base-vehicles/{baseVehicleId}",
            "delete /api/v1/base-vehicles/{baseVehicleId}",
            "post /api/v1/base-vehicles/import",
            "delete /api/v1/vehicles/{vehicleId}",
            "get /api/v1/fitment/cells",
            "get /api/v1/fitment/coverage",
            "get /api/v1/garage/vehicles",
            "get /api/v1/garage/vehicles/{vehicleId}",
            "put /api/v1/garage/vehicles/{vehicleId}",
            "delete /api/v1/garage/vehicles/{vehicleId}")) {
      String[] methodAndPath = call.split(" ");
      JsonNode operation = paths.path(methodAndPath[1]).path(methodAndPath[0]);
      assertThat(operation.path("summary").asString("")).as(call).isNotEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "vehicles, GET",
    "vehicles, DELETE",
    "vehicles, PUT",
    "base-vehicles, GET",
    "base-vehicles, PUT",
    "base-vehicles, DELETE",
    "part-numbers, GET",
    "part-numbers, PUT",
    "part-numbers, DELETE"
  })
  void what_takes_files_in_takes_nothing_but_a_post(String table, String method) {
    FitmentApi api = new FitmentApi(port);
    api.send(
            api.json("/api/v1/" + table + "/import", TestTokens.operator())
                .method(method, BodyPublishers.ofString("{}")))
        .expect(405, "method-not-allowed");
    api.getAsOperator("/api/v1/" + table + "/imported")
        .expect(
            table.equals("part-numbers") ? 404 : 400,
            table.equals("part-numbers") ? "unknown-part-number" : "invalid-request");
  }

  @Test
  void the_document_has_every_type_of_file_that_an_import_takes() {
    JsonNode paths = new FitmentApi(port).get("/v3/api-docs").isOk().json().path("paths");
    assertThat(
            paths.path("/api/v1/fitment/imports").at("/post/requestBody/content").propertyNames())
        .containsExactlyInAnyOrder("application/x-ndjson", "application/xml", "text/xml");
  }

  @Test
  void the_document_says_what_may_be_left_out_of_a_fitment() {
    JsonNode schema =
        new FitmentApi(port).get("/v3/api-docs").json().at("/components/schemas/ReplaceRequest");
    assertThat(schema.path("required").valueStream().map(JsonNode::asString))
        .containsExactly("kind");
    assertThat(schema.at("/properties/vendorId/minimum").asInt(-1)).isZero();
  }

  @Test
  void the_document_keeps_the_bounds_of_vehicle_ids() {
    assertThat(
            new FitmentApi(port)
                .get("/v3/api-docs")
                .json()
                .path("paths")
                .path("/api/v1/vehicles/{vehicleId}")
                .at("/get/parameters/0/schema/minimum")
                .asInt())
        .isEqualTo(1_000_000);
  }

  @Test
  void readiness_looks_at_the_servers_that_the_service_needs() {
    // The first connection to Redis may still be on its way.
    await()
        .untilAsserted(
            () ->
                assertThat(
                        new FitmentApi(port)
                            .get("/actuator/health/readiness")
                            .isOk()
                            .json()
                            .path("components")
                            .propertyNames())
                    .contains("redis", "db", "readinessState"));
  }
}
