package dev.storefront.flashsale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.flashsale.testing.FlashSaleTest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class OpenApiTest extends FlashSaleTest {

  @Autowired private JsonMapper json;

  @Test
  void the_example_of_a_promotion_is_one_that_can_be_created() {
    JsonNode schemas = api().get("/v3/api-docs", null).expect(200).at("/components/schemas");

    JsonNode example = example(schemas.path("PromotionRequest"), schemas);

    assertThat(Instant.parse(example.path("startsAt").asString()))
        .isAfter(Instant.now().plus(Duration.ofDays(365)));
    api().post("/api/v1/promotions", OPERATOR, example).expect(201);
  }

  /** As tools make it, of the properties' examples. */
  private JsonNode example(JsonNode schema, JsonNode schemas) {
    if (schema.has("$ref")) {
      String[] steps = schema.path("$ref").asString().split("/");
      return example(schemas.path(steps[steps.length - 1]), schemas);
    }
    if (!schema.has("properties")) {
      return schema.path("example");
    }
    ObjectNode example = json.createObjectNode();
    schema
        .path("properties")
        .properties()
        .forEach(property -> example.set(property.getKey(), example(property.getValue(), schemas)));
    return example;
  }

  @Test
  void the_document_names_every_call_of_the_contract() {
    JsonNode paths = api().get("/v3/api-docs", null).expect(200).at("/paths");

    assertThat(paths.propertyNames())
        .containsAll(
            List.of(
                "/api/v1/promotions",
                "/api/v1/promotions/{promotionId}",
                "/api/v1/promotions/{promotionId}/approve",
                "/api/v1/promotions/{promotionId}/stop",
                "/api/v1/promotions/{promotionId}/pause",
                "/api/v1/promotions/{promotionId}/resume",
                "/api/v1/promotions/{promotionId}/top-up",
                "/api/v1/promotions/{promotionId}/extend",
                "/api/v1/promotions/{promotionId}/orders",
                "/api/v1/promotions/{promotionId}/parked-notes",
                "/api/v1/promotions/{promotionId}/parked-notes/retry",
                "/api/v1/recoveries",
                "/api/v1/recoveries/{id}",
                "/api/v1/grabs",
                "/api/v1/grabs/{orderId}",
                "/api/v1/grabs/{orderId}/cancel",
                "/api/v1/grabs/{orderId}/pay",
                "/api/v1/reconciliation"));
  }
}
