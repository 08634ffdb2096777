package dev.storefront.flashsale;

import static dev.storefront.flashsale.testing.Terms.grab;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.flashsale.promotion.Promotions;
import dev.storefront.flashsale.testing.Api.Reply;
import dev.storefront.flashsale.testing.FlashSaleTest;
import dev.storefront.localstack.Faults;
import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.testing.TestBackends;
import dev.storefront.localstack.testing.WithBackends;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;

/** A Redis, all of the service's in this test, that comes back with what it knew a while ago. */
@WithBackends(database = "flash_sale", namespace = "lossy", redisClusters = "lossy")
@Import(LostHistoryTest.LossyRedis.class)
@DisabledIfSystemProperty(
    named = "backends",
    matches = "testcontainers",
    disabledReason = "takes a server's files away")
class LostHistoryTest extends FlashSaleTest {

  private static final String REDIS = "redis-lossy";

  @Autowired private Promotions promotions;
  @TempDir private Path old;

  /** Puts a cluster that this test may harm in the place of the shared one. */
  @TestConfiguration
  static class LossyRedis {

    @Bean
    @Primary
    RedisClusterAccess lossyCluster(@Qualifier("redisClusterAccess") RedisClusterAccess shared) {
      return shared.on("lossy");
    }

    @Bean
    @Primary
    ScriptRunner lossyScripts(@Qualifier("scriptRunner") ScriptRunner shared) {
      return shared.on("lossy");
    }
  }

  @Test
  void what_was_sold_is_not_sold_again_by_a_redis_that_forgot_it() throws IOException {
    long promotion = onSale(5);
    tryGrab(promotion, 3).expect(201);
    Path data = TestBackends.home().data(REDIS);
    copy(data, old);
    tryGrab(promotion, 2).expect(201);

    Faults faults = TestBackends.shared().faults();
    faults.kill(REDIS);
    Home.deleteTree(data);
    copy(old, data);
    faults.start(REDIS);

    await()
        .atMost(Duration.ofSeconds(30))
        .ignoreExceptions()
        .untilAsserted(() -> assertThat(remaining(promotion)).isEqualTo(2));
    Reply refused = tryGrab(promotion, 1).expect(503, "recovering");
    assertThat(refused.headers().firstValue("Retry-After")).isPresent();
    assertThat(refused.at("/promotionId").asLong()).isEqualTo(promotion);
    assertThat(remaining(promotion)).isEqualTo(2);
    assertThat(promotions.takeLost()).containsExactly(promotion);
    assertThat(promotions.takeLost()).isEmpty();

    tryGrab(onSale(1), 1).expect(201);
  }

  private Reply tryGrab(long promotion, int quantity) {
    return api()
        .post(
            "/api/v1/grabs", SERVICE, grab(freshOrder(), promotion, quantity, "pat", "192.0.2.7"));
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path copy = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(file, copy);
        }
      }
    }
  }
}
