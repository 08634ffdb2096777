package dev.storefront.shortlink.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.shortlink.ShortLinkTest;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.code.CodeBook;
import dev.storefront.shortlink.code.TierProperties;
import dev.storefront.shortlink.link.ColdLinks.Cold;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** How long what is left of a deleted link holds its code, and its neighbours. */
class DeletionTest extends ShortLinkTest {

  private static final String TARGET = "https://www.example.com/brake-pads?id=42";
  private static final Duration MINUTES = Duration.ofMinutes(20);
  private static final int AT_ONCE = 12;

  @Autowired CodeBook codes;
  @Autowired TierProperties tiers;
  @Autowired LinkStore store;

  @Test
  void a_deleted_link_is_kept_for_an_idle_time_and_its_marker_as_long() {
    String code = link(TARGET);
    keep(code, Duration.ofMinutes(10));
    redis.expire(markerOf(code), Duration.ofMinutes(10));
    delete(code);
    Duration idle = tiers.idleTime(address(code));
    assertThat(left(code)).isBetween(idle.minus(MINUTES), idle);
    // Never gone while one of its links is there.
    assertThat(Duration.ofMillis(redis.getExpire(markerOf(code), TimeUnit.MILLISECONDS)))
        .isBetween(left(code).minusSeconds(1), idle.plusSeconds(1));
  }

  @Test
  void who_deletes_it_at_the_same_time_as_others_is_told_that_it_is_gone_as_they_are()
      throws Exception {
    String code = link(TARGET);
    ExecutorService callers = Executors.newFixedThreadPool(AT_ONCE);
    try {
      Callable<Integer> deleting =
          () -> send("DELETE", "/api/v1/links/" + code, app(), null).status();
      for (Future<Integer> status : callers.invokeAll(Collections.nCopies(AT_ONCE, deleting))) {
        assertThat(status.get()).isEqualTo(204);
      }
    } finally {
      callers.shutdownNow();
    }
  }

  @Test
  void a_deleted_link_that_would_have_lived_for_years_is_kept_for_an_idle_time() {
    Instant end = Instant.now().plus(2_000, ChronoUnit.DAYS);
    String code =
        send(
                "POST",
                "/api/v1/links",
                app(),
                "{\"url\":\"%s\",\"expiresAt\":\"%s\"}".formatted(TARGET, end))
            .code();
    assertThat(left(code)).isGreaterThan(Duration.ofDays(1_999));
    delete(code);
    Duration idle = tiers.idleTime(address(code));
    assertThat(left(code)).isBetween(idle.minus(MINUTES), idle);
    get("/" + code).expect(404, "unknown-code");
  }

  @Test
  void what_is_left_of_a_deleted_link_comes_back_for_an_idle_time_at_most() {
    Address address = address(link(TARGET));
    Instant now = Instant.now();
    StoredLink link = store.read(address, false).orElseThrow();
    StoredLink promised =
        link.changed(
            new LinkTerms(link.url(), now.plus(2_000, ChronoUnit.DAYS), link.options()), now);
    forget(address.code());
    store.restoreAll(Map.of(address, new Cold(promised.asDeleted(now), link.generation())), true);
    Duration idle = tiers.idleTime(address);
    assertThat(left(address.code())).isBetween(idle.minus(MINUTES), idle);
  }

  private void delete(String code) {
    send("DELETE", "/api/v1/links/" + code, app(), null).expect(204);
  }

  private Address address(String code) {
    return codes.locate(code).orElseThrow();
  }
}
