package dev.storefront.shortlink.tier;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.switches.Switches;
import dev.storefront.common.testing.OperatorSwitch;
import dev.storefront.common.testing.Reply;
import dev.storefront.localstack.testing.WithBackends;
import dev.storefront.shortlink.ShortLinkTest;
import dev.storefront.shortlink.code.Tier;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;

/** In a namespace of its own, for it empties the tiers. */
@WithBackends(database = "shortlink", namespace = "lowtiers")
class NextTierTest extends ShortLinkTest {

  private static final String LINKS = "/api/v1/links";
  private static final String URL = "https://example.com/";
  private static final String COUNTER = "storefront.shortlink.ids.of.next.tier";

  @Autowired Environment environment;
  @Autowired Switches switches;
  @Autowired MeterRegistry meters;
  @Autowired JdbcClient jdbc;

  @Test
  void links_go_to_the_next_tier_when_theirs_runs_low_if_an_operator_says_so() throws Exception {
    assertThat(meters.find(COUNTER).counters())
        .as("who draws it sees 0, not nothing, until one is taken")
        .hasSize(3)
        .allMatch(counter -> counter.count() == 0);
    leaveTheLastSegmentOf(Tier.FIVE);
    String whole = unique();
    Reply last = lease(app(), whole, 5, 1000).isOk();
    assertThat(last.number("/tier")).isEqualTo(5);
    assertThat(last.text("/ranges/0/codes/0")).hasSize(5);

    // Off: as ever.
    create(5).expect(409, "tier-exhausted");
    lease(app(), unique(), 5, 10).expect(409, "tier-exhausted");
    assertThat(newLinksIn(5)).isEqualTo(5);

    String request = unique();
    try (OperatorSwitch low = below("3")) {
      Reply made = create(5).expect(201);
      assertThat(made.number("/tier")).isEqualTo(6);
      assertThat(made.code()).hasSize(6);
      get("/" + made.code()).expect(302);
      Reply lease = lease(app(), request, 5, 10).isOk();
      assertThat(lease.number("/tier")).isEqualTo(6);
      assertThat(lease.text("/ranges/0/codes/0")).hasSize(6);
      Reply published = publish(app(), lease, lease.number("/ranges/0/first"), URL).isOk();
      assertThat(published.text("/results/0/code")).isEqualTo(lease.text("/ranges/0/codes/0"));
      get("/" + published.text("/results/0/code")).expect(302);
      assertThat(newLinksIn(5)).isEqualTo(6);
      assertThat(newLinksIn(6)).isEqualTo(6);
      assertThat(idsOfTheNext()).isEqualTo(11);
      assertThat(create(7).expect(201).code()).hasSize(7);

      // It has some again, but not for long.
      send("DELETE", "/api/v1/leases/" + last.text("/leaseId"), app(), null).isOk();
      assertThat(newLinksIn(5)).isEqualTo(6);
      assertThat(create(5).expect(201).code()).hasSize(6);
    }
    // What was given once is not asked for anew.
    Reply again = lease(app(), request, 5, 10).isOk();
    assertThat(again.number("/tier")).isEqualTo(6);
    lease(app(), request, 6, 10).expect(409, "request-id-taken");
    assertThat(create(5).expect(201).code()).hasSize(5);

    leaveTheLastSegmentOf(Tier.SIX);
    leaveTheLastSegmentOf(Tier.SEVEN);
    try (OperatorSwitch low = below("365")) {
      assertThat(newLinksIn(5)).isEqualTo(5);
      assertThat(create(5).expect(201).code()).hasSize(5);
      assertThat(newLinksIn(7)).isEqualTo(7);
    }
  }

  private void leaveTheLastSegmentOf(Tier tier) {
    jdbc.sql("UPDATE tiers SET next_segment = ? WHERE tier = ?")
        .params(tier.segments() - 1, tier.length())
        .update();
  }

  private OperatorSwitch below(String days) throws Exception {
    return OperatorSwitch.set(environment, switches, "next-tier-below-days", days);
  }

  private long newLinksIn(int tier) {
    Reply tiers = send("GET", "/api/v1/tiers", operator(), null).isOk();
    return tiers.json().get(tier - 5).at("/newLinksIn").asLong();
  }

  private double idsOfTheNext() {
    return meters.get(COUNTER).tags("tier", "5", "taken", "6").counter().count();
  }

  private Reply create(int tier) {
    return send("POST", LINKS, app(), "{\"url\":\"%s\",\"tier\":%d}".formatted(URL, tier));
  }
}
