package dev.storefront.flashsale;

import static dev.storefront.flashsale.testing.Terms.grab;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.testing.ConfigurationCentre;
import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.SecondInstance;
import dev.storefront.flashsale.promotion.Promotions;
import dev.storefront.flashsale.testing.Api;
import dev.storefront.flashsale.testing.FlashSaleTest;
import dev.storefront.flashsale.testing.Terms;
import dev.storefront.localstack.testing.WithBackends;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.env.Environment;

/** What operators change without a restart, in two instances at once. */
@WithBackends(database = "flash_sale", namespace = "pairs")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RunTimeSwitchesTest extends FlashSaleTest {

  private static final Duration SOON = Duration.ofMinutes(2);

  @Autowired private Environment environment;
  @Autowired private Promotions promotions;
  @Autowired private RedisClusterAccess cluster;
  @Autowired private Namespace namespace;

  private ConfigurationCentre centre;
  private SecondInstance second;
  private List<Api> instances;

  @BeforeAll
  void start() {
    centre = ConfigurationCentre.of(environment);
    second = SecondInstance.start(FlashSaleApplication.class, environment);
    instances = List.of(api(), new Api(second.port()));
  }

  @AfterAll
  void stop() {
    second.close();
    centre.close();
  }

  @ParameterizedTest(name = "{0}={1}")
  @CsvSource({
    "grab-concurrency-limit, 0, 429, too-busy, none",
    "grabs-closed, true, 503, unavailable, perhaps",
    "rate-limit-caller, 1, 429, rate-limited, 0",
    "rate-limit-pin, 1, 429, rate-limited, unlimited",
  })
  void a_limit_counts_everywhere_and_a_wrong_value_changes_nothing(
      String key, String value, int status, String code, String wrong) {
    long promotion = onSale(1_000_000);

    centre.set(key, value);
    try {
      everywhere(promotion, status, code);
      centre.set(key, wrong);
      centre.set("ledger-direct-after-seconds", "7");
      instances.forEach(instance -> awaitShown(instance, "ledger-direct-after-seconds", "7"));
      everywhere(promotion, status, code);
    } finally {
      centre.remove(key);
      centre.remove("ledger-direct-after-seconds");
    }
    everywhere(promotion, 201, "");
  }

  @Test
  void sales_closed_for_maintenance_say_so_and_when_to_come_again() {
    long promotion = onSale(1_000_000);
    centre.set("grabs-closed", "true");
    try {
      everywhere(promotion, 503, "unavailable");
      Reply refused = api().post("/api/v1/grabs", SERVICE, fresh(promotion));
      assertThat(refused.at("/detail").asString()).contains("maintenance");
      assertThat(refused.header("Retry-After")).isEqualTo("30");
    } finally {
      centre.remove("grabs-closed");
    }
    everywhere(promotion, 201, "");
  }

  @Test
  void an_instance_that_starts_while_the_centre_is_away_keeps_sales_closed() {
    long promotion = onSale(1_000_000);
    Path kept = Path.of(environment.getRequiredProperty("storefront.switches.kept-in"));
    String service = namespace.name() + "-flash-sale-service.properties";
    centre.set("grabs-closed", "true");
    try {
      await()
          .atMost(SOON)
          .ignoreExceptionsInstanceOf(NoSuchFileException.class)
          .until(() -> Files.readString(kept.resolve(service)).contains("grabs-closed=true"));
      try (SecondInstance restarted =
          SecondInstance.start(
              FlashSaleApplication.class,
              environment,
              "storefront.switches.kept-in=" + kept,
              "storefront.zookeeper.connect=127.0.0.1:1")) {
        Api api = new Api(restarted.port());
        api.post("/api/v1/grabs", SERVICE, fresh(promotion)).expect(503, "unavailable");
      }
    } finally {
      centre.remove("grabs-closed");
    }
    everywhere(promotion, 201, "");
  }

  @Test
  void the_ledgers_mode_counts_everywhere_and_direct_has_a_limit_of_its_own() {
    long promotion = onSale(1_000_000);

    centre.set("direct-concurrency-limit", "0");
    try {
      instances.forEach(instance -> awaitShown(instance, "direct-concurrency-limit", "0"));
      everywhere(promotion, 201, "");
      centre.set("ledger-mode", "direct");
      everywhere(promotion, 429, "too-busy");
      centre.set("ledger-mode", "sideways");
      centre.set("direct-concurrency-limit", "5");
      everywhere(promotion, 201, "");
      instances.forEach(instance -> awaitShown(instance, "ledger-mode", "DIRECT"));
    } finally {
      centre.remove("ledger-mode");
      centre.remove("direct-concurrency-limit");
    }
    instances.forEach(instance -> awaitShown(instance, "ledger-mode", "AUTO"));
    everywhere(promotion, 201, "");
  }

  @Test
  void the_limit_of_direct_writes_leaves_a_connection_for_payments() {
    centre.set("direct-concurrency-limit", "15");
    try {
      awaitShown(api(), "direct-concurrency-limit", "15");
      centre.set("direct-concurrency-limit", "16");
      await()
          .untilAsserted(() -> assertThat(invalidSwitches()).contains("direct-concurrency-limit"));
      awaitShown(api(), "direct-concurrency-limit", "15");
    } finally {
      centre.remove("direct-concurrency-limit");
    }
  }

  private String invalidSwitches() {
    return api().get("/actuator/switches", null).at("/invalid").toString();
  }

  @Test
  void a_promotions_rate_is_an_operators_as_long_as_he_sets_it() {
    long promotion = onSale(1_000_000);
    String key = "promotion-rate." + promotion;
    everywhere(promotion, 201, "");

    centre.set(key, "1/3600");
    try {
      everywhere(promotion, 429, "promotion-rate-limited");
      centre.set(key, "no rate");
      centre.set("promotion-rate.1", "2/1");
      instances.forEach(instance -> awaitShown(instance, "promotion-rate.1", "2"));
      everywhere(promotion, 429, "promotion-rate-limited");
    } finally {
      centre.remove(key);
      centre.remove("promotion-rate.1");
    }
    everywhere(promotion, 201, "");
  }

  @Test
  void a_promotions_rate_that_is_set_before_the_approval_counts_from_the_first_attempt() {
    Terms terms = terms(1_000);
    setRateOfTwo(terms.promotionId());

    long promotion = onSale(terms);

    for (int status : List.of(201, 201, 429, 429)) {
      api().post("/api/v1/grabs", SERVICE, fresh(promotion)).expect(status);
    }
  }

  @Test
  void a_rebuild_leaves_a_promotion_the_rate_that_is_set() {
    long promotion = onSale(1_000);
    setRateOfTwo(promotion);

    promotions.closeForRebuild(promotion, 1);

    byte[] key = bytes(namespace.key("C_{" + promotion + "}_1"));
    assertThat(cluster.call(c -> c.hget(key, bytes("rateMax"))).join()).isEqualTo(bytes("2"));
  }

  private void setRateOfTwo(long promotion) {
    centre.set("promotion-rate." + promotion, "2/3600");
    awaitShown(api(), "promotion-rate." + promotion, "2");
  }

  private void everywhere(long promotion, int status, String code) {
    for (Api instance : instances) {
      await().atMost(SOON).untilAsserted(() -> assertRefused(instance, promotion, status, code));
    }
  }

  /** Twice, for a rate lets the first call in. */
  private static void assertRefused(Api instance, long promotion, int status, String code) {
    Map<String, Object> body = grab(freshOrder(), promotion, 1, "pat", "192.0.2.7");
    instance.post("/api/v1/grabs", SERVICE, body);
    Reply reply = instance.post("/api/v1/grabs", SERVICE, code.isEmpty() ? fresh(promotion) : body);
    reply.expect(status);
    assertThat(reply.code()).isEqualTo(code);
    if (status == 429 || status == 503) {
      assertThat(reply.header("Retry-After")).isNotEmpty();
    }
  }

  private static Map<String, Object> fresh(long promotion) {
    return grab(freshOrder(), promotion, 1, "pat", "192.0.2.7");
  }

  private static void awaitShown(Api instance, String key, String value) {
    await()
        .atMost(SOON)
        .untilAsserted(
            () ->
                assertThat(
                        instance
                            .get("/actuator/switches", null)
                            .at("/switches")
                            .path(key)
                            .toString())
                    .contains(value));
  }
}
