package dev.storefront.flashsale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.flashsale.testing.FlashSaleTest;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class OpenApiTest extends FlashSaleTest {

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
                "/api/v1/grabs",
                "/api/v1/grabs/{orderId}",
                "/api/v1/grabs/{orderId}/cancel",
                "/api/v1/grabs/{orderId}/pay",
                "/api/v1/reconciliation"));
  }
}
