package dev.storefront.shortlink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.Fallbacks;
import dev.storefront.common.testing.Reply;
import dev.storefront.localstack.Faults;
import dev.storefront.localstack.testing.NotOnSharedServers;
import dev.storefront.localstack.testing.TestBackends;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What is left while a backing server is away, and that nothing is lost when it is back. */
@NotOnSharedServers
class FaultsTest extends ShortLinkTest {

  private static final List<String> REDIS = List.of("redis-1", "redis-2", "redis-3");
  private static final Duration LONG = Duration.ofMinutes(3);
  private static final Duration IN_TIME = Duration.ofSeconds(40);
  private static final String TARGET = "https://www.example.com/brake-pads?id=42";
  private static final String NEW_LINK = "{\"url\":\"" + TARGET + "\"}";

  @Autowired MeterRegistry meters;
  @Autowired JdbcClient jdbc;

  private final Faults faults = TestBackends.shared().faults();

  @AfterEach
  void heal() {
    List.of("database", "kafka", "hbase", "redis-1", "redis-2", "redis-3").forEach(faults::start);
    await().atMost(LONG).until(() -> get("/actuator/health/readiness").status() == 200);
    await().atMost(LONG).until(() -> get("/actuator/health/redis").text("/status").equals("UP"));
    // While Redis is in doubt the other servers are needed to know what it lost.
    await().atMost(LONG).until(() -> new Fallbacks(meters).slotsInDoubt() == 0);
    // And the breaker before the database is closed.
    await().atMost(LONG).until(() -> lease(app(), unique(), 7, 1).status() == 200);
  }

  @Test
  void without_redis_nothing_is_answered_and_all_is_there_afterwards() {
    String code = link(TARGET);
    Fallbacks fallbacks = new Fallbacks(meters);
    double before = fallbacks.found();
    REDIS.forEach(faults::kill);
    expectUnavailable(get("/" + code));
    expectUnavailable(send("POST", "/api/v1/links", app(), NEW_LINK));
    String request = unique();
    expectUnavailable(lease(app(), request, 7, 10));
    assertThat(get("/actuator/health/liveness").status()).isEqualTo(200);
    assertThat(get("/actuator/health/readiness").status()).isEqualTo(503);
    REDIS.forEach(faults::start);

    await()
        .atMost(LONG)
        .untilAsserted(() -> assertThat(get("/" + code).header("Location")).isEqualTo(TARGET));
    await()
        .atMost(LONG)
        .untilAsserted(() -> assertThat(lease(app(), request, 7, 10).status()).isEqualTo(200));
    // Nobody can see that they have all their writes.
    await().atMost(LONG).until(() -> fallbacks.found() >= before + REDIS.size());
  }

  @Test
  void without_kafka_links_lead_on_and_new_ones_are_made_of_which_cold_storage_hears_later() {
    String code = link(TARGET);
    faults.kill("kafka");
    List<Duration> took = new ArrayList<>();
    for (int n = 0; n < 20; n++) {
      Reply reply = get("/" + code);
      assertThat(reply.status()).isEqualTo(302);
      took.add(reply.took());
    }
    // Who waits for Kafka waits each time; a busy machine is slow now and then.
    assertThat(took.stream().filter(time -> time.compareTo(Duration.ofSeconds(1)) < 0))
        .hasSizeGreaterThan(10);
    String slug = "told-" + unique().substring(0, 8);
    String named = NEW_LINK.replace("}", ",\"slug\":\"" + slug + "\"}");
    List<String> made = new ArrayList<>();
    made.add(send("POST", "/api/v1/links", app(), named).expect(201).code());
    // Those who wait for Kafka, then those who do not.
    for (int n = 0; n < 5; n++) {
      made.add(send("POST", "/api/v1/links", app(), NEW_LINK).expect(201).code());
    }
    assertThat(made).allMatch(each -> TARGET.equals(get("/" + each).header("Location")));
    faults.kill("database");
    expectUnavailable(send("POST", "/api/v1/links", app(), NEW_LINK));
    faults.start("database");
    faults.start("kafka");

    // As though half a minute had passed.
    await()
        .atMost(LONG)
        .ignoreExceptions()
        .until(() -> jdbc.sql("UPDATE untold_changes SET due_at = 0").update() >= 0);
    // As though each had been idle: from now on HBase alone tells.
    made.forEach(this::forget);
    for (String each : made) {
      await()
          .atMost(LONG)
          .untilAsserted(() -> assertThat(get("/" + each).header("Location")).isEqualTo(TARGET));
    }
  }

  @Test
  void a_change_made_without_kafka_counts_and_cold_storage_hears_of_it_later() {
    String changed = link(TARGET);
    String deleted = link(TARGET);
    faults.kill("kafka");
    String other = "https://example.com/elsewhere";
    send("PATCH", "/api/v1/links/" + changed, app(), "{\"url\":\"" + other + "\"}").expect(200);
    send("DELETE", "/api/v1/links/" + deleted, app(), null).expect(204);
    // As though the first try had ended between Redis and Kafka.
    jdbc.sql("DELETE FROM untold_changes WHERE code = ?").param(deleted).update();
    send("DELETE", "/api/v1/links/" + deleted, app(), null).expect(204);
    assertThat(get("/" + changed).header("Location")).isEqualTo(other);
    get("/" + deleted).expect(404, "unknown-code");
    faults.start("kafka");

    // As though half a minute had passed.
    jdbc.sql("UPDATE untold_changes SET due_at = 0").update();
    // As though each had been idle: from now on HBase alone tells.
    await()
        .atMost(LONG)
        .untilAsserted(
            () -> {
              forget(changed);
              assertThat(get("/" + changed).header("Location")).isEqualTo(other);
              forget(deleted);
              get("/" + deleted).expect(404, "unknown-code");
            });
  }

  @Test
  void without_hbase_warm_links_lead_on_and_new_ones_reach_it_later() {
    String warm = link(TARGET);
    faults.kill("hbase");
    assertThat(get("/" + warm).status()).isEqualTo(302);
    String made = link(TARGET);
    assertThat(get("/" + made).status()).isEqualTo(302);
    forget(made);
    expectUnavailable(get("/" + made));
    faults.start("hbase");

    await()
        .atMost(LONG)
        .untilAsserted(() -> assertThat(get("/" + made).header("Location")).isEqualTo(TARGET));
  }

  @Test
  void without_the_database_links_are_made_and_followed_but_none_are_lent() {
    String code = link(TARGET);
    String limited =
        send("POST", "/api/v1/links", app(), NEW_LINK.replace("}", ",\"maxVisits\":100}"))
            .text("/code");
    faults.kill("database");
    assertThat(get("/" + code).status()).isEqualTo(302);
    assertThat(get("/" + link(TARGET)).status()).isEqualTo(302);
    expectUnavailable(lease(app(), unique(), 7, 10));
    expectUnavailable(send("GET", "/api/v1/links/" + code + "/stats", app(), null));
    List<Duration> took = new ArrayList<>();
    for (int n = 0; n < 20; n++) {
      Reply reply = get("/" + limited);
      expectUnavailable(reply);
      took.add(reply.took());
    }
    assertThat(took.stream().filter(time -> time.compareTo(Duration.ofSeconds(1)) < 0))
        .as("who is not let wait for what is away")
        .hasSizeGreaterThan(10);
    faults.start("database");

    await()
        .atMost(LONG)
        .untilAsserted(() -> assertThat(lease(app(), unique(), 7, 10).status()).isEqualTo(200));
    await().atMost(LONG).until(() -> get("/" + limited).status() == 302);
    await()
        .atMost(LONG)
        .untilAsserted(
            () ->
                assertThat(
                        send("GET", "/api/v1/links/" + code + "/stats", app(), null)
                            .number("/clicks"))
                    .isPositive());
  }

  private static void expectUnavailable(Reply reply) {
    assertThat(reply.status()).isEqualTo(503);
    assertThat(reply.code()).isEqualTo("unavailable");
    assertThat(reply.header("Retry-After")).isNotEmpty();
    assertThat(reply.took()).isLessThan(IN_TIME);
  }
}
