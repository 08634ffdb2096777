package dev.storefront.shortlink.tier;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.testing.Reply;
import dev.storefront.localstack.testing.WithBackends;
import dev.storefront.shortlink.ShortLinkTest;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/** In a namespace of its own: no other test has leases of tiers 5 and 6 here. */
@WithBackends(database = "shortlink", namespace = "tiers")
class TierTest extends ShortLinkTest {

  @Autowired TierForecast forecast;
  @Autowired MeterRegistry meters;

  @Test
  void every_id_of_a_tier_is_somewhere() {
    JsonNode before = tier(5);
    assertThat(before.at("/total").asLong()).isEqualTo(916_132_832L);
    Reply lease = lease(app(), unique(), 5, 1500).isOk();
    JsonNode leased = tier(5);
    assertThat(grown(before, leased, "leased")).isEqualTo(1500);
    assertThat(grown(before, leased, "neverDispatched")).isEqualTo(-1500);
    assertThat(grown(before, leased, "dispatchedPerDay")).isEqualTo(1500);
    double days = leased.at("/daysUntilDry").asDouble();
    assertThat(days)
        .isCloseTo(
            1.0 * leased.at("/neverDispatched").asLong() / leased.at("/dispatchedPerDay").asLong(),
            org.assertj.core.data.Offset.offset(0.2));
    forecast.refresh();
    assertThat(daysUntilDry(5)).isEqualTo(tier(5).at("/daysUntilDry").asDouble());
    assertThat(daysUntilDry(6)).isInfinite();

    send("DELETE", "/api/v1/leases/" + lease.text("/leaseId"), app(), null).isOk();
    JsonNode pooled = tier(5);
    assertThat(grown(before, pooled, "leased")).isZero();
    assertThat(grown(before, pooled, "pooled")).isEqualTo(1500);
    assertThat(pooled.at("/quarantined").asLong()).isZero();
    assertThat(tier(6).at("/daysUntilDry").isNull()).isTrue();
    send("GET", "/api/v1/tiers", app(), null).expect(403, "forbidden");
  }

  private double daysUntilDry(int letters) {
    return meters
        .get("storefront.shortlink.days.until.dry")
        .tag("tier", "" + letters)
        .gauge()
        .value();
  }

  private static long grown(JsonNode before, JsonNode after, String what) {
    return after.at("/" + what).asLong() - before.at("/" + what).asLong();
  }

  private JsonNode tier(int letters) {
    return send("GET", "/api/v1/tiers", operator(), null).isOk().json().get(letters - 5);
  }
}
