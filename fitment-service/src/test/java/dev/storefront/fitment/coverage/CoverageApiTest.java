package dev.storefront.fitment.coverage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.fitment.FitmentApi;
import dev.storefront.fitment.FitmentServiceTest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

/** Vehicle ids, SKUs 9700000-9799999 and makes that begin with {@code Cover} are this class's. */
@FitmentServiceTest
class CoverageApiTest {

  @LocalServerPort int port;
  @Autowired CoverageCount count;
  @Autowired CoverageTable table;

  @Test
  void each_model_has_its_vehicles_and_SKUs_counted() throws InterruptedException {
    FitmentApi api = new FitmentApi(port);
    api.importVehicles(
            "text/csv",
            """
            vehicleId,make,model,year,trim
            9700000,Cover,One,2020,
            9700001,Cover,One,2021,
            9700002,Cover,One,2022,
            9700003,Cover,Two,2020,
            9700004,Cover,Three,2020,
            """)
        .isOk();
    api.putSelf(9_700_001, 9_700_001, 9_700_000, 9_700_001).isOk();
    api.putSelf(9_700_002, 9_700_001, 9_700_001, 9_700_003).isOk();
    api.put(
            9_700_003,
            Map.of("kind", "POP", "spuId", 9_700_003, "vehicleIds", List.of(), "universal", true))
        .isOk();

    count.run();

    JsonNode all = get("?make=cover").isOk().json();
    assertThat(all.path("items").valueStream().map(JsonNode::toString))
        .containsExactly(item("One", 3, 2, 2), item("Three", 1, 0, 0), item("Two", 1, 1, 1));
    assertThat(Instant.parse(all.path("countedAt").asString())).isAfter(Instant.EPOCH);
    assertThat(all.path("universalSkus").longValue()).isPositive();
    assertThat(get("?make=Cover&model=Two").json().path("items").size()).isEqualTo(1);

    JsonNode first = get("?make=Cover&limit=2").isOk().json();
    JsonNode second =
        get("?make=Cover&limit=2&cursor=" + first.path("nextCursor").asString()).isOk().json();
    assertThat(second.path("items").valueStream().map(JsonNode::toString))
        .containsExactly(item("Two", 1, 1, 1));
    assertThat(second.has("nextCursor")).isFalse();
  }

  @Test
  void one_instance_counts_at_a_time_and_only_when_it_is_due() {
    Instant later = Instant.parse("2100-01-01T00:00:00Z");
    Duration every = Duration.ofMinutes(10);
    Duration longest = Duration.ofHours(1);
    assertThat(table.claim(later, every, longest)).isTrue();
    assertThat(table.claim(later, every, longest)).isFalse();
    assertThat(table.claim(later.plus(longest), every, longest)).isTrue();
    table.release();
    assertThat(table.claim(Instant.EPOCH, every, longest)).isFalse();
  }

  @Test
  void what_is_no_question_is_refused() {
    get("?limit=0").isInvalid("limit");
    get("?make=" + "m".repeat(101)).isInvalid("make");
    assertThat(get("?make=&model=").isOk().json()).isEqualTo(get("").isOk().json());
    get("?cursor=bad").expect(400, "invalid-cursor");
    get("?cursor=").expect(400, "invalid-cursor");
    FitmentApi api = new FitmentApi(port);
    api.get("/api/v1/fitment/coverage").expect(401, "unauthorized");
  }

  private Reply get(String query) {
    FitmentApi api = new FitmentApi(port);
    return api.send(api.request("/api/v1/fitment/coverage" + query, TestTokens.operator()).GET());
  }

  private static String item(String model, int vehicles, int withSkus, int skus) {
    return "{\"make\":\"Cover\",\"model\":\"%s\",\"vehicles\":%d,\"vehiclesWithSkus\":%d,\"skus\":%d}"
        .formatted(model, vehicles, withSkus, skus);
  }
}
