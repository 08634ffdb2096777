package dev.storefront.shortlink.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.testing.Reply;
import dev.storefront.shortlink.code.IdRange;
import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.code.Tier;
import dev.storefront.shortlink.lease.Granting;
import dev.storefront.shortlink.lease.Holdings;
import dev.storefront.shortlink.lease.Lease;
import dev.storefront.shortlink.segment.Candidate;
import dev.storefront.shortlink.segment.SegmentIds;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Unused ids of leases that are over come back, and used ones do not. */
class LeaseSweepTest extends EndedLeases {

  private static final int HOURS = 24;

  @Autowired Holdings holdings;

  @Test
  void unused_ids_of_a_lease_that_ran_out_come_back_as_one_range_and_used_ones_do_not() {
    Reply lease = lease(app(), unique(), 7, 10).isOk();
    long first = lease.number("/ranges/0/first");
    Reply published = publish(app(), lease, first + 3, "https://example.com/");
    sweep.sweep();
    assertThat(pooled()).isEmpty();

    endLongAgo(lease.text("/leaseId"));
    sweep.sweep();
    sweep.sweep();
    assertThat(pooled())
        .containsExactly(new IdRange(first, first + 2), new IdRange(first + 4, first + 9));
    get("/" + published.text("/results/0/code")).expect(302);
    String path = "/api/v1/leases/" + lease.text("/leaseId");
    send("DELETE", path, app(), null).expect(409, "stale-lease");
    String owners = "/api/v1/links/" + published.text("/results/0/code") + "/owners";
    assertThat(send("GET", owners, app(), null).text("/owners/0/owner")).isEqualTo("order-app");
    Reply unused =
        send(
            "GET",
            "/api/v1/links/" + lease.text("/ranges/0/codes/0") + "/owners",
            operator(),
            null);
    unused.expect(404, "unknown-code");
  }

  @Test
  void a_code_that_somebody_knows_stays_out_though_its_target_was_refused() {
    Reply lease = lease(app(), unique(), 7, 10).isOk();
    long first = lease.number("/ranges/0/first");
    String links =
        "{\"leaseId\":\"%s\",\"epoch\":%d,\"links\":[{\"id\":%d,\"url\":\"ftp://x\"},"
            + "{\"id\":%d,\"url\":\"ftp://x\",\"announced\":true}]}";
    Reply refused =
        send(
            "POST",
            "/api/v1/links/batch",
            app(),
            links.formatted(lease.text("/leaseId"), lease.number("/epoch"), first + 1, first + 4));
    assertThat(refused.isOk().text("/results/0/error/code")).isEqualTo("invalid-url");
    assertThat(refused.text("/results/1/error/code")).isEqualTo("invalid-url");

    send("DELETE", "/api/v1/leases/" + lease.text("/leaseId"), app(), null).isOk();
    assertThat(pooled())
        .containsExactly(new IdRange(first, first + 3), new IdRange(first + 5, first + 9));
  }

  @Test
  void ranges_of_which_nothing_was_used_end_with_their_lease() {
    Reply ranOut = lease(app(), unique(), 7, 10).isOk();
    endLongAgo(ranOut.text("/leaseId"));
    sweep.sweep();
    assertThat(openRanges(ranOut)).isZero();

    Reply handedBack = lease(app(), unique(), 7, 10).isOk();
    long first = handedBack.number("/ranges/0/first");
    String path = "/api/v1/leases/" + handedBack.text("/leaseId");
    for (int repeat = 0; repeat < 2; repeat++) {
      Reply unused = send("DELETE", path, app(), null).isOk();
      assertThat(unused.number("/unused/0/first")).isEqualTo(first);
      assertThat(unused.number("/unused/0/last")).isEqualTo(first + 9);
    }
    assertThat(openRanges(handedBack)).isZero();
  }

  @Test
  void what_was_swept_is_over_for_an_instance_whose_clock_is_behind_the_sweepers() {
    String requestId = unique();
    Reply lease = lease(app(), requestId, 7, 10).isOk();
    long first = lease.number("/ranges/0/first");
    Lease early =
        leases
            .unsweptOfOthersThan(OwnCodes.CLIENT, Instant.now().plus(Duration.ofDays(1)), 1_000)
            .stream()
            .filter(each -> each.leaseId().equals(lease.text("/leaseId")))
            .findFirst()
            .orElseThrow();
    assertThat(leases.sweep(early, Set.of())).isEqualTo(10);

    publish(app(), lease, first, "https://example.com/").expect(409, "stale-lease");
    String path = "/api/v1/leases/" + lease.text("/leaseId");
    send("DELETE", path, app(), null).expect(409, "stale-lease");
    assertThat(pooled()).containsExactly(new IdRange(first, first + 9));
    lease(app(), requestId, 7, 10).expect(409, "stale-lease");
  }

  @Test
  void an_application_that_makes_a_link_an_hour_uses_up_an_id_for_each_and_no_other() {
    long before = neverDispatched();
    for (int hour = 0; hour < HOURS; hour++) {
      Reply lease = lease(app(), unique(), 7, Tier.SEGMENT_SIZE).isOk();
      publish(app(), lease, lease.number("/ranges/0/first"), "https://example.com/").isOk();
      endLongAgo(lease.text("/leaseId"));
      sweep.sweep();
    }
    long free = pooled().stream().mapToLong(IdRange::count).sum();
    assertThat(before - neverDispatched() - free).isEqualTo(HOURS);
  }

  private long neverDispatched() {
    return send("GET", "/api/v1/tiers", operator(), null)
        .isOk()
        .number("/" + (7 - Tier.FIVE.length()) + "/neverDispatched");
  }

  private long openRanges(Reply lease) {
    return jdbc.sql("SELECT COUNT(*) FROM dispatches WHERE epoch = ? AND ended_at IS NULL")
        .param(lease.number("/epoch"))
        .query(Long.class)
        .single();
  }

  @Test
  void neighbours_in_the_pool_become_one_range() {
    Reply left = lease(app(), unique(), 7, 5).isOk();
    Reply right = lease(app(), unique(), 7, 5).isOk();
    long first = left.number("/ranges/0/first");
    assertThat(right.number("/ranges/0/first")).isEqualTo(first + 5);
    for (Reply lease : List.of(right, left)) {
      send("DELETE", "/api/v1/leases/" + lease.text("/leaseId"), app(), null).isOk();
    }
    assertThat(pooled()).containsExactly(new IdRange(first, first + 9));
  }

  @Test
  void of_the_services_own_lease_what_has_a_link_stays_out_though_nobody_claimed_it() {
    Lease lease = ownLease(10);
    long first = lease.ranges().get(0).first();
    publishUnclaimed(lease, first + 2);
    publishUnclaimed(lease, first + 5);
    String deleted = codeOf(first + 5);
    send("DELETE", "/api/v1/links/" + deleted, operator(), null).expect(204);
    endLongAgo(lease.leaseId());

    sweep.sweep();

    assertThat(pooled())
        .containsExactly(
            new IdRange(first, first + 1),
            new IdRange(first + 3, first + 4),
            new IdRange(first + 6, first + 9));
  }

  @Test
  void a_segment_is_in_use_until_its_last_lease_is_swept() {
    Granting.Granted granted = (Granting.Granted) leases.grant("app", unique(), Tier.SEVEN, 10);
    Lease lease = granted.lease();
    Segment segment = lease.portions().get(0).segment();
    int generation = lease.portions().get(0).generation();
    jdbc.sql("UPDATE leases SET swept = TRUE WHERE lease_id <> ?").param(lease.leaseId()).update();
    jdbc.sql("UPDATE leases SET expires_at = ? WHERE lease_id = ?")
        .params(Instant.now().minusSeconds(1).toEpochMilli(), lease.leaseId())
        .update();
    List<Candidate> used =
        List.of(new Candidate(segment, generation, Instant.now(), SegmentIds.all(segment)));
    assertThat(holdings.live(used)).as("over, but not swept").containsExactly(segment);

    endLongAgo(lease.leaseId());
    sweep.sweep();
    assertThat(holdings.live(used)).isEmpty();
  }

  /** Who was held up for so long writes under an id that may be somebody else's by now. */
  @Test
  void no_link_is_made_under_the_services_own_lease_once_that_may_have_been_swept() {
    Lease lease = ownLease(10);
    long first = lease.ranges().get(0).first();
    assertThat(publish(lease, first, Instant.now().minusSeconds(1)).reply())
        .isEqualTo(LinkReply.TOO_LATE);
    get("/" + codeOf(first)).expect(404, "unknown-code");

    assertThat(publish(lease, first, Instant.now().plusSeconds(60)).isOurs()).isTrue();
    get("/" + codeOf(first)).expect(302);
  }

  @Test
  void a_lease_of_the_services_own_is_swept_later_than_redis_takes_links_under_it() {
    Lease lease = ownLease(10);
    Duration clocks = Duration.ofMinutes(10);
    ended(lease, OwnCodes.LATE.plus(clocks).plusSeconds(30));
    sweep.sweep();
    assertThat(pooled()).isEmpty();

    ended(lease, OwnCodes.LATE.plus(clocks).plusMinutes(3));
    sweep.sweep();
    assertThat(pooled()).hasSize(1);
  }

  private void ended(Lease lease, Duration ago) {
    jdbc.sql("UPDATE leases SET expires_at = ? WHERE lease_id = ?")
        .params(Instant.now().minus(ago).toEpochMilli(), lease.leaseId())
        .update();
  }
}
