package dev.storefront.shortlink.recycling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.Reply;
import dev.storefront.localstack.testing.WithBackends;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.code.CodeBook;
import dev.storefront.shortlink.code.Tier;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.TestPropertySource;

/** Units of more than one code: ten neighbours in tier 5, whole segments by their markers in 6. */
@WithBackends(database = "shortlink", namespace = "units")
@TestPropertySource(
    properties = {
      "storefront.shortlink.recycling.quarantine=1ms",
      "storefront.shortlink.recycling.refusal=6s",
      "storefront.shortlink.tiers.five.recycling-unit=10",
      "storefront.shortlink.tiers.six.idle-time=2s"
    })
class RecyclingUnitsTest extends RecyclingRuns {

  @Autowired CodeBook codes;

  @Test
  void a_live_code_keeps_the_ten_of_its_unit_and_no_others() {
    Reply lease = lease(app(), unique(), 5, 1000);
    long first = lease.number("/ranges/0/first");
    String live = published(lease, first + 55, "live");
    String idle = published(lease, first + 60, "idle");
    pin(live);
    release(lease);
    awaitGone(idle);

    Reply run = run("{\"tier\":5}");
    assertThat(run.number("/idsRecycled")).isEqualTo(990);
    assertThat(free(codes.addressOf(Tier.FIVE, first)))
        .containsExactly(first + " to " + (first + 49), (first + 60) + " to " + (first + 999));
    get("/" + idle).expect(404, "unknown-code");
    assertThat(get("/" + live).header("Location")).isEqualTo(target("live"));

    Reply again = lease(app(), unique(), 5, 990);
    assertThat(published(again, first + 60, "new")).isEqualTo(idle);
    awaitLeadsTo(idle, target("new"));
    assertThat(publish(app(), again, first + 54, target("new")).text("/results/0/error/code"))
        .isEqualTo("id-not-in-lease");
  }

  @Test
  void a_segment_comes_back_as_a_whole_once_its_marker_is_gone_and_not_before() {
    Reply lease = lease(app(), unique(), 6, 2000);
    long first = lease.number("/ranges/0/first");
    Address.Numbered idle = codes.addressOf(Tier.SIX, first);
    Address.Numbered live = codes.addressOf(Tier.SIX, first + 1999);
    assertThat(idle.segment()).isNotEqualTo(live.segment());
    assertThat(published(lease, first, "old")).isEqualTo(idle.code());
    assertThat(published(lease, first + 1999, "live")).isEqualTo(live.code());
    pin(live.code());
    release(lease);
    await().atMost(SOON).until(() -> !redis.hasKey(markerOf(idle.code())));

    Reply run = run("{\"tier\":6}");
    assertThat(run.number("/recycled")).isEqualTo(1);
    assertThat(run.number("/live")).isEqualTo(1);
    assertThat(run.number("/idsRecycled")).isEqualTo(1000);
    assertThat(generationOf(idle)).isEqualTo(2);
    assertThat(generationOf(live)).isEqualTo(1);
    get("/" + idle.code()).expect(404, "unknown-code");
    assertThat(get("/" + live.code()).header("Location")).isEqualTo(target("live"));

    // What was handed back without a link, beside the live one, is free, too.
    jdbc.sql("DELETE FROM pool WHERE tier = 6 AND segment = ?")
        .param(live.segment().index())
        .update();
    Reply again = lease(app(), unique(), 6, 1000);
    assertThat(again.number("/ranges/0/first")).isEqualTo(first);
    assertThat(published(again, first, "new")).isEqualTo(idle.code());
    awaitLeadsTo(idle.code(), target("new"));
    Reply owners = owners(idle.code());
    assertThat(owners.number("/owners/0/generation")).isEqualTo(1);
    assertThat(owners.text("/owners/0/until")).isNotEmpty();
    assertThat(owners.number("/owners/1/generation")).isEqualTo(2);
  }

  private String published(Reply lease, long id, String target) {
    return publish(app(), lease, id, target(target)).isOk().text("/results/0/code");
  }

  private static String target(String of) {
    return "https://example.com/" + of;
  }

  private void awaitGone(String code) {
    await().atMost(SOON).until(() -> inRedis(code) == null);
  }

  private List<String> free(Address.Numbered address) {
    return jdbc.sql(
            "SELECT CONCAT(first_id, ' to ', last_id) FROM pool"
                + " WHERE tier = 5 AND segment = ? AND available ORDER BY first_id")
        .param(address.segment().index())
        .query(String.class)
        .list();
  }
}
