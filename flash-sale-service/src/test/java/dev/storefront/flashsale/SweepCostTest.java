package dev.storefront.flashsale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.flashsale.testing.FlashSaleTest;
import dev.storefront.localstack.testing.WithBackends;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.test.context.TestPropertySource;

/** What promotions cost that are on, and of which nobody wants anything. */
@Tag("measurement")
@WithBackends(database = "flash_sale", namespace = "many")
@TestPropertySource(
    properties = {"storefront.flash-sale.full-round=5m", "storefront.test.quick-rounds=false"})
class SweepCostTest extends FlashSaleTest {

  private static final Logger log = LoggerFactory.getLogger(SweepCostTest.class);
  private static final int PROMOTIONS = 3_000;
  private static final int OPERATORS = 8;
  private static final Duration QUIET = Duration.ofSeconds(75);
  private static final Duration COUNTED = Duration.ofSeconds(30);

  @Value("${spring.data.redis.cluster.nodes}")
  private String nodes;

  @Test
  void promotions_that_nobody_touches_cost_redis_next_to_nothing() {
    CompletableFuture.allOf(
            IntStream.range(0, OPERATORS)
                .mapToObj(i -> CompletableFuture.runAsync(this::openSome))
                .toArray(CompletableFuture[]::new))
        .join();
    pass(QUIET);

    long before = commands();
    long begun = System.nanoTime();
    pass(COUNTED);
    double seconds = (System.nanoTime() - begun) / 1e9;
    double each = (commands() - before) / seconds;

    log.info("{} promotions that nobody touches: {} commands a second", PROMOTIONS, each);
    assertThat(each).isLessThan(PROMOTIONS / 20.0);
  }

  private void openSome() {
    for (int i = 0; i < PROMOTIONS / OPERATORS; i++) {
      onSale(terms(10));
    }
  }

  private static void pass(Duration time) {
    long begun = System.nanoTime();
    await()
        .atMost(time.plus(Duration.ofMinutes(1)))
        .until(() -> System.nanoTime() - begun >= time.toNanos());
  }

  /** Those that all nodes have carried out so far. */
  private long commands() {
    try (RedisClient client = RedisClient.create()) {
      return Stream.of(nodes.split(",")).mapToLong(node -> commands(client, node)).sum();
    }
  }

  private static long commands(RedisClient client, String node) {
    try (StatefulRedisConnection<String, String> connection =
        client.connect(RedisURI.create("redis://" + node))) {
      return connection
          .sync()
          .info("stats")
          .lines()
          .filter(line -> line.startsWith("total_commands_processed:"))
          .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1).trim()))
          .sum();
    }
  }
}
