package dev.storefront.flashsale.units;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import dev.storefront.flashsale.order.Order;
import dev.storefront.flashsale.order.OrderItem;
import dev.storefront.flashsale.order.OrderStatus;
import dev.storefront.flashsale.promotion.Buckets;
import dev.storefront.flashsale.promotion.PromotionKeys;
import dev.storefront.flashsale.promotion.Promotions;
import dev.storefront.flashsale.promotion.Survey;
import dev.storefront.flashsale.testing.FlashSaleTest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

class BorrowingTest extends FlashSaleTest {

  @Autowired private Units units;
  @Autowired private Borrowing borrowing;
  @Autowired private Loans loans;
  @Autowired private Promotions promotions;
  @Autowired private SoldOutMarks marks;
  @Autowired private RedisClusterAccess cluster;
  @Autowired private Namespace namespace;

  @AfterEach
  void goOn() {
    clock.goOn();
  }

  @Test
  void a_loan_that_somebody_left_behind_is_completed_by_whoever_needs_its_units() {
    long promotion = onSale(terms(12).buckets(3));
    Loan left = loans.lend(promotion, 0, 1, 1, "first").join().orElseThrow();
    assertThat(left.units()).isEqualTo(2);

    assertThat(reserve(promotion, 12).code()).isEqualTo(ReserveCode.RESERVED);

    assertThat(remaining(promotion)).isZero();
    assertThat(loans.receive(left).join()).isTrue();
    assertThat(remaining(promotion)).isZero();
  }

  @Test
  void a_loan_that_nobody_needs_is_completed_by_the_sweep() {
    long promotion = onSale(terms(12).buckets(3));
    clock.stand(); // the sweep completes what is some seconds old
    loans.lend(promotion, 0, 1, 1, "first").join();
    Loan received = loans.lend(promotion, 2, 1, 1, "first").join().orElseThrow();
    loans.receive(received).join();
    assertThat(survey(promotion).lent()).isEqualTo(4);

    clock.push(Duration.ofSeconds(6));
    clock.goOn();

    await().untilAsserted(() -> assertThat(survey(promotion).lent()).as("on their way").isZero());
    assertThat(survey(promotion).now().stream().map(state -> (int) state.left()))
        .containsExactly(2, 8, 2);
  }

  @Test
  void what_was_on_its_way_is_not_any_more_when_the_next_look_begins() {
    long promotion = onSale(terms(8).buckets(2));
    loans.lend(promotion, 0, 1, 4, "first").join();
    // So that a settlement takes longer than a look.
    cluster.call(c -> c.scriptFlush()).join();
    assertThat(survey(promotion).lent()).isEqualTo(4);

    borrowing.borrow(promotion, buckets(promotion), 1, 9).join();

    assertThat(survey(promotion).lent()).isZero();
  }

  @Test
  void sold_out_is_said_for_as_many_as_there_are_not() {
    long promotion = onSale(terms(10).buckets(4));
    clock.stand(); // a mark ends after a second
    reserve(promotion, 7);

    assertThat(reserve(promotion, 4).code()).isEqualTo(ReserveCode.SOLD_OUT);
    assertThat(marks.has(promotion, 4)).isTrue();
    assertThat(marks.has(promotion, 3)).isFalse();
    assertThat(reserve(promotion, 3).code()).isEqualTo(ReserveCode.RESERVED);
    assertThat(reserve(promotion, 1).code()).isEqualTo(ReserveCode.SOLD_OUT);
  }

  @Test
  void what_this_instance_releases_ends_its_mark_and_another_ones_is_seen_after_a_second() {
    long promotion = onSale(terms(8).buckets(4));
    Order order = order(promotion, 8);
    clock.stand();
    units.reserve(order, order.items().get(0), clock.instant()).join();
    assertThat(reserve(promotion, 1).code()).isEqualTo(ReserveCode.SOLD_OUT);
    assertThat(marks.has(promotion, 1)).isTrue();

    units.release(order.pending(Kind.GRAB).get(0), Leave.TOMBSTONE).join();

    assertThat(marks.has(promotion, 1)).isFalse();
    assertThat(reserve(promotion, 8).code()).isEqualTo(ReserveCode.RESERVED);
    assertThat(reserve(promotion, 1).code()).isEqualTo(ReserveCode.SOLD_OUT);
    clock.push(Duration.ofSeconds(1));
    assertThat(marks.has(promotion, 1)).isFalse();
  }

  @Test
  void who_looks_when_the_mark_has_just_ended_is_counted_once_all_the_same() {
    long promotion = onSale(terms(4).buckets(2).rate(100, 3_600));
    reserve(promotion, 4);
    clock.stand();
    assertThat(reserve(promotion, 1).code()).isEqualTo(ReserveCode.SOLD_OUT);
    long before = attempts(promotion);
    assertThat(look(promotion)).isEqualTo(ReserveCode.SOLD_OUT);
    assertThat(attempts(promotion)).isEqualTo(before + 1);

    clock.push(Duration.ofSeconds(1));

    assertThat(look(promotion)).isEqualTo(ReserveCode.LEFT);
    assertThat(attempts(promotion)).as("nobody was refused").isEqualTo(before + 1);
    assertThat(reserve(promotion, 1).code()).isEqualTo(ReserveCode.SOLD_OUT);
    assertThat(attempts(promotion)).isEqualTo(before + 2);
  }

  private ReserveCode look(long promotion) {
    OrderItem item = new OrderItem(promotion, 1);
    Order order =
        new Order(freshOrder(), OrderStatus.FREE, 0, "pat", "192.0.2.7", List.of(item), null, null);
    return units.look(order, item, clock.instant()).join().code();
  }

  /** Attempts that count against the rate, of all buckets. */
  private long attempts(long promotion) {
    return IntStream.range(0, buckets(promotion).count())
        .mapToObj(bucket -> PromotionKeys.of(promotion, bucket, namespace).record())
        .map(record -> cluster.call(c -> c.hget(bytes(record), bytes("c"))).join())
        .mapToLong(count -> Long.parseLong(new String(count, StandardCharsets.UTF_8)))
        .sum();
  }

  @Test
  void with_a_bucket_that_is_not_to_be_believed_nothing_is_called_sold_out() {
    long promotion = onSale(terms(8).buckets(4));
    String[] orders =
        IntStream.range(0, 200)
            .mapToObj(i -> freshOrder())
            .filter(id -> buckets(promotion).placeOf(id) == 0)
            .toArray(String[]::new);
    promotions.closeForRebuild(promotion, 1);

    assertThat(reserve(promotion, orders[0], 9).code()).isEqualTo(ReserveCode.RECOVERING);
    assertThat(loans.lend(promotion, 1, 0, 1, epoch(promotion)).join()).isEmpty();
    Optional<Loan> late = loans.lend(promotion, 1, 0, 1, "first").join();
    assertThat(late).isEmpty();
  }

  @Test
  void many_who_reserve_the_last_units_at_once_get_all_of_them_and_no_more() {
    int quota = 60;
    long promotion = onSale(terms(quota).buckets(8));

    List<CompletableFuture<ReserveAnswer>> answers =
        IntStream.range(0, 150)
            .mapToObj(i -> order(promotion, 1))
            .map(order -> units.reserve(order, order.items().get(0), clock.instant()))
            .toList();

    long reserved = answers.stream().filter(answer -> answer.join().code().holds()).count();
    assertThat(answers.stream().map(answer -> answer.join().code()).distinct())
        .contains(ReserveCode.RESERVED)
        .isSubsetOf(ReserveCode.RESERVED, ReserveCode.SOLD_OUT, ReserveCode.CONTENDED);
    assertThat(remaining(promotion)).isEqualTo((int) (quota - reserved));
    boolean soldOut =
        answers.stream().anyMatch(answer -> answer.join().code() == ReserveCode.SOLD_OUT);
    assertThat(reserved).isEqualTo(soldOut ? quota : reserved);
  }

  private Survey survey(long promotion) {
    return promotions.survey(promotion, buckets(promotion)).join();
  }

  private String epoch(long promotion) {
    return survey(promotion).now().get(0).epoch();
  }

  private Buckets buckets(long promotion) {
    return promotions.bucketsOf(promotion).join().orElseThrow();
  }

  private ReserveAnswer reserve(long promotion, int quantity) {
    return reserve(promotion, freshOrder(), quantity);
  }

  private ReserveAnswer reserve(long promotion, String id, int quantity) {
    Order order = order(promotion, id, quantity);
    return units.reserve(order, order.items().get(0), clock.instant()).join();
  }

  private static Order order(long promotion, int quantity) {
    return order(promotion, freshOrder(), quantity);
  }

  private static Order order(long promotion, String id, int quantity) {
    List<OrderItem> items = List.of(new OrderItem(promotion, quantity));
    return new Order(id, OrderStatus.CLAIMED, 17, "pat", "192.0.2.7", items, null, null);
  }
}
