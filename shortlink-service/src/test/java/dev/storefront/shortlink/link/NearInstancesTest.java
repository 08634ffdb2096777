package dev.storefront.shortlink.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.common.collect.Comparators;
import dev.storefront.common.testing.HttpCalls;
import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.SecondInstance;
import dev.storefront.shortlink.ShortLinkApplication;
import dev.storefront.shortlink.ShortLinkTest;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.env.Environment;
import org.springframework.test.context.TestPropertySource;

/**
 * Two instances that remember links for a moment, as in production. One changes them, and visitors
 * keep coming to the other: whoever sets out two seconds after the change sees it.
 */
@TestPropertySource(properties = NearInstancesTest.NEAR)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NearInstancesTest extends ShortLinkTest {

  static final String NEAR = "storefront.shortlink.links.near=1800ms";

  private static final String OLD = "https://example.com/old";
  private static final String NEW = "https://example.com/new";
  private static final Duration SHOWN = Duration.ofSeconds(2);
  private static final Duration PAUSE = Duration.ofMillis(50);

  @Autowired Environment environment;

  private SecondInstance other;

  @BeforeAll
  void start_another_one() {
    other =
        SecondInstance.start(
            ShortLinkApplication.class,
            environment,
            NEAR,
            setting("storefront.hbase.zookeeper"),
            setting("storefront.switches.kept-in"));
  }

  @AfterAll
  void stop_it() {
    other.close();
  }

  private String setting(String name) {
    return name + "=" + environment.getRequiredProperty(name);
  }

  @Test
  void an_edit_shows_here_at_once_and_there_within_two_seconds() {
    String code = remembered();
    send("PATCH", "/api/v1/links/" + code, app(), "{\"url\":\"" + NEW + "\"}").expect(200);
    assertThat(get("/" + code).expect(302).header("Location")).isEqualTo(NEW);
    visitUntil(code, Instant.now().plus(SHOWN));
    assertThat(visit(code).expect(302).header("Location")).isEqualTo(NEW);
  }

  @Test
  void a_deletion_shows_here_at_once_and_there_within_two_seconds() {
    String code = remembered();
    send("DELETE", "/api/v1/links/" + code, app(), null).expect(204);
    get("/" + code).expect(404, "unknown-code");
    visitUntil(code, Instant.now().plus(SHOWN));
    visit(code).expect(404, "unknown-code");
  }

  @Test
  void an_end_that_a_link_gets_counts_in_both_within_two_seconds() {
    String code = remembered();
    Instant end = Instant.now().plusSeconds(15);
    send("PATCH", "/api/v1/links/" + code, app(), "{\"expiresAt\":\"" + end + "\"}").expect(200);
    visitUntil(code, Comparators.max(end, Instant.now().plus(SHOWN)));
    visit(code).expect(410, "expired-code");
    get("/" + code).expect(410, "expired-code");
  }

  /** A link that is not known to be visited is idle, and its code somebody else's. */
  @Test
  void visits_that_do_not_reach_redis_renew_the_link_all_the_same() {
    String code = remembered();
    // Who comes in the same moment is answered without Redis.
    await()
        .atMost(SOON)
        .until(
            () -> {
              if (visit(code).status() != 302) {
                return false;
              }
              String stored = Objects.requireNonNull(inRedis(code));
              forget(code);
              boolean isAnswered = visit(code).status() == 302 && inRedis(code) == null;
              intoRedis(code, stored, Duration.ofSeconds(1_000));
              return isAnswered;
            });
    redis.expire(markerOf(code), Duration.ofSeconds(1_000));
    await()
        .atMost(SOON)
        .pollInterval(PAUSE)
        .untilAsserted(
            () -> {
              visit(code).expect(302);
              assertThat(left(code)).isGreaterThan(Duration.ofSeconds(1_000_000));
              assertThat(redis.getExpire(markerOf(code))).isGreaterThan(1_000_000);
            });
  }

  /** A link that the other instance was asked for just now. */
  private String remembered() {
    String code = link(OLD);
    assertThat(visit(code).expect(302).header("Location")).isEqualTo(OLD);
    return code;
  }

  /** Visitors who come all the time: what is only forgotten when nobody asks never ends. */
  private void visitUntil(String code, Instant end) {
    while (Instant.now().isBefore(end)) {
      assertThat(visit(code).status()).isIn(302, 404, 410);
      await().pollDelay(PAUSE).until(() -> true);
    }
  }

  private Reply visit(String code) {
    return new HttpCalls(other.port()).call("GET", "/" + code, null, null);
  }
}
