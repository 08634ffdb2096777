package dev.storefront.flashsale.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.testing.Reply;
import dev.storefront.flashsale.promotion.PromotionKeys;
import dev.storefront.flashsale.testing.FlashSaleTest;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;

/** A promotion that is over for longer than its orders are kept. */
class ForgottenPromotionTest extends FlashSaleTest {

  @Autowired private StringRedisTemplate redis;
  @Autowired private Namespace namespace;
  @Autowired private JdbcTemplate jdbc;

  @Test
  void what_redis_has_forgotten_in_its_time_is_no_difference() {
    long promotion = onSale(5);
    tryGrab(freshOrder(), promotion, 2).expect(201);
    booksAgree(promotion, 2);

    // As though it had ended a month ago.
    jdbc.update(
        "UPDATE promotion SET ends_at = ? WHERE promotion_id = ?",
        Instant.now().minus(Duration.ofDays(30)).toEpochMilli(),
        promotion);
    redis.delete(PromotionKeys.of(promotion, namespace).record());

    Reply books = books(promotion);
    assertThat(books.at("/redis").isNull()).isTrue();
    assertThat(books.at("/ledger/taken").asInt()).isEqualTo(2);
    assertThat(books.at("/difference").asInt()).isZero();
  }
}
