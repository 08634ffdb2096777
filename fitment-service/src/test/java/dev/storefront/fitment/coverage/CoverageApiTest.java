package dev.storefront.fitment.coverage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.run.RunState;
import dev.storefront.common.run.Runs;
import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.fitment.FitmentApi;
import dev.storefront.fitment.FitmentServiceTest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

/** Vehicle ids, SKUs 9700000-9799999 and makes that begin with {@code Cover} are this class's. */
@FitmentServiceTest
class CoverageApiTest {

  @LocalServerPort int port;
  @Autowired Runs<String, Long> coverageCounts;

  @Test
  void each_model_has_its_vehicles_and_SKUs_counted() {
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

    // Not before one is over that the schedule may just have ordered: that began before.
    long id =
        await()
            .until(
                () -> coverageCounts.startAgain(CoverageSchedule.ALL, "test", Duration.ZERO),
                Optional::isPresent)
            .orElseThrow();
    await().until(() -> coverageCounts.find(id).orElseThrow().state() == RunState.DONE);

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
