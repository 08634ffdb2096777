package dev.storefront.shortlink.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.testing.LostDeadlock;
import dev.storefront.common.testing.LostDeadlock.Rows;
import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.shortlink.ShortLinkTest;
import dev.storefront.shortlink.code.IdRange;
import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.code.Tier;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.web.util.UriUtils;

class LeaseApiTest extends ShortLinkTest {

  @Autowired Leases leases;
  @Autowired EndedRanges endedRanges;
  @Autowired JdbcClient jdbc;
  @Autowired PlatformTransactionManager transactions;

  @Test
  void a_lease_says_the_code_of_each_id() {
    Reply lease = lease(app(), unique(), 6, 20).isOk();
    assertThat(lease.at("/ranges").valueStream())
        .allSatisfy(
            range ->
                assertThat(range.at("/codes"))
                    .hasSize((int) (range.at("/last").asLong() - range.at("/first").asLong() + 1)));
    long id = lease.number("/ranges/0/first") + 2;
    assertThat(publish(app(), lease, id, "https://example.com/").text("/results/0/code"))
        .isEqualTo(lease.text("/ranges/0/codes/2"));
  }

  @Test
  void a_lease_has_as_many_ids_as_were_wanted() {
    Reply lease = lease(app(), unique(), 7, 2500);
    assertThat(lease.status()).isEqualTo(200);
    assertThat(lease.number("/epoch")).isPositive();
    assertThat(lease.text("/expiresAt")).endsWith("Z");
    assertThat(ranges(lease).stream().mapToLong(IdRange::count).sum()).isEqualTo(2500);
  }

  @Test
  void the_same_request_gets_the_same_lease() {
    String request = unique();
    Reply first = lease(app(), request, 7, 10);
    Reply second = lease(app(), request, 7, 10);
    assertThat(second.json()).isEqualTo(first.json());
    assertThat(lease(TestTokens.service("other-app"), request, 7, 10).text("/leaseId"))
        .isNotEqualTo(first.text("/leaseId"));
  }

  @Test
  void a_request_id_stands_for_one_request() {
    String request = unique();
    lease(app(), request, 7, 10);
    Reply other = lease(app(), request, 7, 11);
    assertThat(other.status()).isEqualTo(409);
    assertThat(other.code()).isEqualTo("request-id-taken");
  }

  @Test
  void what_is_handed_back_is_what_was_not_published() {
    Reply lease = lease(app(), unique(), 7, 10);
    IdRange range = ranges(lease).get(0);
    publish(app(), lease, range.first() + 3, "https://example.com/a");
    Reply released = release(lease);
    assertThat(released.status()).isEqualTo(200);
    assertThat(released.number("/unused/0/first")).isEqualTo(range.first());
    assertThat(released.number("/unused/0/last")).isEqualTo(range.first() + 2);
    assertThat(released.number("/unused/1/first")).isEqualTo(range.first() + 4);
    assertThat(release(lease).json()).isEqualTo(released.json());
    assertThat(publish(app(), lease, range.first(), "https://example.com/b").code())
        .isEqualTo("stale-lease");
  }

  /** Others may have its ids by now. */
  @Test
  void a_lease_that_was_handed_back_is_not_given_out_again() {
    String request = unique();
    Reply lease = lease(app(), request, 7, 10);
    assertThat(release(lease).status()).isEqualTo(200);
    lease(app(), request, 7, 10).expect(409, "stale-lease");
  }

  @Test
  void ids_that_were_handed_back_are_leased_before_fresh_ones() {
    Reply lease = lease(app(), unique(), 5, 5);
    IdRange range = ranges(lease).get(0);
    release(lease);
    assertThat(ranges(lease(app(), unique(), 5, 5))).containsExactly(range);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ü", "\uD83D\uDE97", "a b", "an-id-that-is-longer-than-any-lease-has"})
  void what_cannot_be_the_id_of_a_lease_is_that_of_no_lease(String leaseId) {
    String path = "/api/v1/leases/" + UriUtils.encode(leaseId, StandardCharsets.UTF_8);
    send("DELETE", path, app(), null).expect(404, "unknown-lease");
    String body = "{\"leaseId\":\"%s\",\"epoch\":1,\"links\":[{\"id\":1,\"url\":\"\"}]}";
    send("POST", "/api/v1/links/batch", app(), body.formatted(leaseId))
        .expect(404, "unknown-lease");
  }

  @Test
  void a_lease_that_has_run_out_is_stale() {
    Reply lease = lease(app(), unique(), 7, 10);
    jdbc.sql("UPDATE leases SET expires_at = 1 WHERE lease_id = ?")
        .param(lease.text("/leaseId"))
        .update();
    Reply late = publish(app(), lease, ranges(lease).get(0).first(), "https://example.com/");
    assertThat(late.status()).isEqualTo(409);
    assertThat(late.code()).isEqualTo("stale-lease");
    assertThat(release(lease).code()).isEqualTo("stale-lease");
  }

  @Test
  void links_of_a_lease_are_taken_for_as_long_as_clocks_may_differ_and_its_ids_are_nobody_elses() {
    Reply lease = lease(app(), unique(), 7, 10);
    jdbc.sql("UPDATE leases SET expires_at = ? WHERE lease_id = ?")
        .params(System.currentTimeMillis() - 60_000, lease.text("/leaseId"))
        .update();
    long first = ranges(lease).get(0).first();
    Reply inTime = publish(app(), lease, first, "https://example.com/in-time").isOk();
    get("/" + inTime.text("/results/0/code")).expect(302);
    jdbc.sql("UPDATE leases SET swept = TRUE WHERE lease_id = ?")
        .param(lease.text("/leaseId"))
        .update();
    publish(app(), lease, first + 1, "https://example.com/").expect(409, "stale-lease");
  }

  @Test
  void a_lease_whose_segment_went_on_is_not_given_out() {
    String request = unique();
    Reply lease = lease(app(), request, 7, 10);
    Segment segment = Tier.SEVEN.segmentOf(ranges(lease).get(0).first());
    String marker = namespace.key("shortlink:{" + segment.tag() + "}:marker");
    String generation = redis.opsForValue().getAndSet(marker, "1000000");
    Reply again = lease(app(), request, 7, 10);
    redis.opsForValue().set(marker, generation, SOON);
    assertThat(again.status()).isEqualTo(409);
    assertThat(again.code()).isEqualTo("stale-lease");
    assertThat(lease(app(), request, 7, 10).json()).isEqualTo(lease.json());
  }

  @Test
  void a_lease_is_its_owners_alone() {
    Reply lease = lease(app(), unique(), 7, 10);
    String other = TestTokens.service("other-app");
    String path = "/api/v1/leases/" + lease.text("/leaseId");
    assertThat(send("DELETE", path, other, null).code()).isEqualTo("unknown-lease");
    assertThat(publish(other, lease, 1, "https://example.com/").code()).isEqualTo("unknown-lease");
  }

  @Test
  void every_wrong_field_is_named() {
    Reply reply = send("POST", "/api/v1/leases", app(), "{\"tier\":4,\"count\":10001}");
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.code()).isEqualTo("invalid-request");
    assertThat(reply.json().at("/errors").valueStream().map(e -> e.at("/field").asString()))
        .containsExactlyInAnyOrder("requestId", "tier", "count");
    assertThat(lease(operator(), unique(), 5, 1).status()).isEqualTo(403);
    assertThat(send("POST", "/api/v1/leases", null, "{}").status()).isEqualTo(401);
  }

  @Test
  void no_id_is_lent_twice_however_many_ask() throws Exception {
    int callers = 16;
    int requestsEach = 25;
    ExecutorService pool = Executors.newFixedThreadPool(callers);
    List<Callable<List<Lease>>> tasks = new ArrayList<>();
    for (int caller = 0; caller < callers; caller++) {
      String client = "caller-" + caller + "-" + unique();
      tasks.add(() -> leaseOften(client, requestsEach));
    }
    Set<Long> lent = new HashSet<>();
    long count = 0;
    for (Future<List<Lease>> granted : pool.invokeAll(tasks)) {
      for (Lease lease : granted.get()) {
        for (IdRange range : lease.ranges()) {
          for (long id = range.first(); id <= range.last(); id++) {
            assertThat(lent.add(id)).as("id %d", id).isTrue();
          }
          count += range.count();
        }
      }
    }
    pool.shutdown();
    assertThat(count).isEqualTo(callers * (requestsEach - 5) * 37L);
  }

  @Test
  void who_loses_a_deadlock_begins_anew() throws Exception {
    String client = "loser-" + unique();
    Granting.Granted granted = (Granting.Granted) leases.grant(client, "request", Tier.SEVEN, 10);
    Lease lease = granted.lease();
    Segment segment = lease.portions().get(0).segment();
    Releasing released =
        new LostDeadlock(jdbc, transactions)
            .by(
                () -> leases.release(client, lease.leaseId()),
                new Rows(
                    "SELECT segment FROM segments WHERE tier = ? AND segment = ?",
                    segment.tier().length(),
                    segment.index()),
                new Rows("SELECT epoch FROM leases WHERE lease_id = ?", lease.leaseId()));
    assertThat(released).isInstanceOf(Releasing.Released.class);
  }

  /** Some leases are handed back on the way, so that their ids go to others. */
  private List<Lease> leaseOften(String client, int times) {
    List<Lease> kept = new ArrayList<>();
    for (int n = 0; n < times; n++) {
      Granting.Granted granted =
          (Granting.Granted) leases.grant(client, "request-" + n, Tier.SIX, 37);
      if (n % 5 == 4) {
        leases.release(client, granted.lease().leaseId());
      } else {
        kept.add(granted.lease());
      }
    }
    return kept;
  }

  private Reply release(Reply lease) {
    return send("DELETE", "/api/v1/leases/" + lease.text("/leaseId"), app(), null);
  }

  private static List<IdRange> ranges(Reply lease) {
    return lease
        .json()
        .at("/ranges")
        .valueStream()
        .map(r -> new IdRange(r.at("/first").asLong(), r.at("/last").asLong()))
        .toList();
  }

  @Test
  void ranges_that_ended_long_ago_are_forgotten_with_their_lease_and_others_are_not() {
    Reply unused = lease(app(), unique(), 7, 10).isOk();
    Reply used = lease(app(), unique(), 7, 10).isOk();
    publish(app(), used, used.number("/ranges/0/first"), "https://example.com/").isOk();
    for (Reply lease : List.of(unused, used)) {
      send("DELETE", "/api/v1/leases/" + lease.text("/leaseId"), app(), null).isOk();
    }
    endedRanges.forget();
    assertThat(known(unused)).isEqualTo("1 lease, 1 range");

    long longAgo = Instant.now().minus(Duration.ofDays(91)).toEpochMilli();
    jdbc.sql("UPDATE dispatches SET ended_at = ? WHERE epoch IN (?, ?) AND ended_at IS NOT NULL")
        .params(longAgo, unused.number("/epoch"), used.number("/epoch"))
        .update();
    endedRanges.forget();
    assertThat(known(unused)).isEqualTo("0 lease, 0 range");
    assertThat(known(used)).isEqualTo("1 lease, 1 range");
  }

  private String known(Reply lease) {
    return jdbc.sql(
            "SELECT CONCAT((SELECT COUNT(*) FROM leases WHERE epoch = ?), ' lease, ',"
                + " (SELECT COUNT(*) FROM dispatches WHERE epoch = ?), ' range')")
        .params(lease.number("/epoch"), lease.number("/epoch"))
        .query(String.class)
        .single();
  }
}
