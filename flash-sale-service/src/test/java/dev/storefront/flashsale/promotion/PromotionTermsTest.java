package dev.storefront.flashsale.promotion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.flashsale.FlashSaleProperties;
import dev.storefront.flashsale.sweep.SweepLease;
import dev.storefront.flashsale.testing.FlashSaleTest;
import dev.storefront.flashsale.testing.HastySale;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;

/** What the sweeper's rounds find of terms that Redis lacks. */
@HastySale
class PromotionTermsTest extends FlashSaleTest {

  private static final FlashSaleProperties FULL_ROUNDS_ARE_RARE =
      new FlashSaleProperties(
          Duration.ofDays(7),
          Duration.ofMinutes(10),
          Duration.ofMillis(1),
          1,
          Duration.ofDays(1),
          Duration.ZERO);

  private static final Duration LONG = Duration.ofMinutes(2);

  @Autowired private RedisClusterAccess cluster;
  @Autowired private Namespace namespace;
  @Autowired private PromotionStore store;
  @Autowired private SaleRecord record;
  @Autowired private WantedRates rates;
  @Autowired private SweepLease lease;
  @Autowired private JdbcTemplate jdbc;

  @Test
  void a_rate_that_another_instance_wrote_in_a_rebuild_goes_before_the_next_full_round() {
    TouchedPromotions marks = marks();
    PromotionTerms sweeper = sweeper(marks);
    long promotion = onSale(5);
    byte[] key = PromotionKeys.of(promotion, namespace).record().getBytes(StandardCharsets.UTF_8);
    byte[] rate = "rateMax".getBytes(StandardCharsets.UTF_8);
    byte[] older = "7".getBytes(StandardCharsets.UTF_8);
    await()
        .atMost(LONG)
        .until(
            () -> {
              cluster.call(c -> c.hset(key, rate, older)).join();
              rounds(sweeper);
              // Seen by full rounds alone, which are over then.
              return Arrays.equals(cluster.call(c -> c.hget(key, rate)).join(), older);
            });

    marks.remember(promotion);
    rounds(sweeper);

    assertThat(cluster.call(c -> c.hget(key, rate)).join()).asString().isEqualTo("1000000");
  }

  @Test
  void what_mysql_has_of_a_change_and_redis_not_is_made_up_for() {
    long promotion = onSale(5);
    PromotionTerms sweeper = sweeper(marks());
    rounds(sweeper);
    jdbc.update(
        "UPDATE promotion SET quota = 8, terms_version = terms_version + 1 WHERE promotion_id = ?",
        promotion);

    rounds(sweeper);

    assertThat(remaining(promotion)).isEqualTo(8);
  }

  private TouchedPromotions marks() {
    return new TouchedPromotions(cluster, new Namespace("untouched"), FULL_ROUNDS_ARE_RARE);
  }

  private PromotionTerms sweeper(TouchedPromotions marks) {
    return new PromotionTerms(
        store,
        record,
        cluster,
        namespace,
        rates,
        lease,
        marks,
        promotion -> {},
        FULL_ROUNDS_ARE_RARE,
        clock);
  }

  /** Until it has looked at what has changed, and once more if another had the lease just then. */
  private void rounds(PromotionTerms sweeper) {
    long term;
    do {
      await().atMost(LONG).until(lease::isMine);
      term = lease.term();
      for (int second = 0; second < 30; second++) {
        sweeper.apply();
      }
    } while (!lease.isMine() || lease.term() != term);
  }
}
