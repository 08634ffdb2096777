package dev.storefront.flashsale.units;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import dev.storefront.flashsale.order.Order;
import dev.storefront.flashsale.order.OrderItem;
import dev.storefront.flashsale.order.OrderStatus;
import dev.storefront.flashsale.order.PendingEntry;
import dev.storefront.flashsale.promotion.PromotionKeys;
import dev.storefront.flashsale.testing.FlashSaleTest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

class UnitsTest extends FlashSaleTest {

  @Autowired private Units units;
  @Autowired private RedisClusterAccess cluster;
  @Autowired private Namespace namespace;

  @Test
  void a_take_that_arrives_after_it_was_given_back_takes_nothing() {
    long promotion = onSale(5);
    Order order = order(freshOrder(), 17, promotion, 2);

    assertThat(giveBack(order)).isZero();

    assertThat(take(order).code()).isEqualTo(TakeCode.FENCED);
    assertThat(remaining(promotion)).isEqualTo(5);
  }

  @Test
  void giving_back_twice_gives_back_once() {
    long promotion = onSale(terms(5).limit("IP_AND_PIN", 2));
    Order order = order(freshOrder(), 17, promotion, 2);
    take(order);

    assertThat(giveBack(order)).isEqualTo(2);
    assertThat(giveBack(order)).isZero();

    assertThat(remaining(promotion)).isEqualTo(5);
    assertThat(take(order(freshOrder(), 18, promotion, 2)).code()).isEqualTo(TakeCode.TAKEN);
    assertThat(take(order(freshOrder(), 19, promotion, 1)).code())
        .isEqualTo(TakeCode.LIMIT_REACHED);
  }

  @Test
  void a_later_attempt_takes_after_an_earlier_one_was_given_back_and_only_then() {
    long promotion = onSale(5);
    String id = freshOrder();
    Order first = order(id, 17, promotion, 2);
    Order second = order(id, 18, promotion, 3);
    take(first);

    assertThat(take(second).code()).isEqualTo(TakeCode.UNSETTLED);
    giveBack(first);
    assertThat(take(second).code()).isEqualTo(TakeCode.TAKEN);

    assertThat(giveBack(first)).isZero();
    assertThat(take(first).code()).isEqualTo(TakeCode.FENCED);
    assertThat(remaining(promotion)).isEqualTo(2);
  }

  @Test
  void a_repeated_take_gets_the_first_answer() {
    long promotion = onSale(5);
    Order order = order(freshOrder(), 17, promotion, 2);
    Take first = take(order);
    take(order(freshOrder(), 18, promotion, 3));

    Take repeat = take(order);

    assertThat(repeat.code()).isEqualTo(TakeCode.REPEATED);
    assertThat(repeat.item()).isEqualTo(first.item()).isEqualTo(new OrderItem(promotion, 2, 3));
  }

  @Test
  void a_refused_take_leaves_only_its_attempt_behind() {
    long promotion = onSale(terms(5).limit("PIN", 2));

    assertThat(take(order(freshOrder(), 17, promotion, 3)).code())
        .isEqualTo(TakeCode.LIMIT_REACHED);

    PromotionKeys keys = PromotionKeys.of(promotion, namespace);
    assertThat(field(keys.record(), "o")).isEqualTo("5");
    assertThat(field(keys.record(), "b")).isEqualTo("5");
    assertThat(field(keys.record(), "c")).isEqualTo("1");
    assertThat(exists(keys.orders())).isFalse();
    assertThat(exists(keys.limits())).isFalse();
    assertThat(exists(keys.pending())).isFalse();
  }

  @Test
  void the_keys_go_a_week_after_the_sales_end() {
    var terms = terms(5).limit("PIN", 2);
    long promotion = onSale(terms);
    Order order = order(freshOrder(), 17, promotion, 1);
    take(order);
    long goneAt = terms.endsAt().plus(Duration.ofDays(7)).toEpochMilli();

    PromotionKeys keys = PromotionKeys.of(promotion, namespace);
    for (String key : List.of(keys.record(), keys.orders(), keys.limits(), keys.pending())) {
      assertThat(goneAt(key)).isEqualTo(goneAt);
    }
    units.settled(order.pending(Kind.GRAB)).join();
    units.note(order.pending(Kind.CANCEL), clock.instant()).join();
    assertThat(goneAt(keys.pending())).isEqualTo(goneAt);
  }

  @Test
  void what_is_noted_of_a_promotion_that_is_gone_goes_too() {
    Order order = order(freshOrder(), 17, freshId(), 1);
    Instant now = clock.instant();

    units.note(order.pending(Kind.CANCEL), now).join();

    String pending = PromotionKeys.of(order.items().get(0).promotionId(), namespace).pending();
    assertThat(goneAt(pending)).isEqualTo(now.plus(Duration.ofDays(7)).toEpochMilli());
  }

  @Test
  void what_is_taken_is_pending_until_it_is_settled() {
    long promotion = onSale(5);
    Order order = order(freshOrder(), 17, promotion, 1);
    take(order);
    List<PendingEntry> expected = order.pending(Kind.GRAB);

    assertThat(units.pending(promotion, clock.instant(), 10).join()).isEqualTo(expected);
    assertThat(units.pending(promotion, clock.instant().minusSeconds(60), 10).join()).isEmpty();
    units.settled(expected).join();
    assertThat(units.pending(promotion, clock.instant(), 10).join()).isEmpty();
  }

  private Take take(Order order) {
    return units.take(order, order.items().get(0), clock.instant()).join();
  }

  private long giveBack(Order order) {
    return units.giveBack(order.pending(Kind.GRAB).get(0)).join();
  }

  private static Order order(String id, long attempt, long promotion, int quantity) {
    return new Order(
        id,
        OrderStatus.CLAIMED,
        attempt,
        "pat",
        "192.0.2.7",
        List.of(new OrderItem(promotion, quantity)),
        null,
        null);
  }

  private String field(String key, String field) {
    return new String(
        cluster.call(c -> c.hget(bytes(key), bytes(field))).join(), StandardCharsets.UTF_8);
  }

  private long goneAt(String key) {
    return cluster.call(c -> c.pexpiretime(bytes(key))).join();
  }

  private boolean exists(String key) {
    return cluster.call(c -> c.exists(bytes(key))).join() == 1;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
