package dev.storefront.flashsale.units;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.flashsale.order.Order;
import dev.storefront.flashsale.order.OrderItem;
import dev.storefront.flashsale.order.OrderStatus;
import dev.storefront.flashsale.promotion.Buckets;
import dev.storefront.flashsale.promotion.PromotionKeys;
import dev.storefront.flashsale.promotion.Promotions;
import dev.storefront.flashsale.testing.FlashSaleTest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

/**
 * Units move between buckets in every order of steps, each step repeated and late; after each the
 * buckets are what a plain model says.
 */
class LoansModelTest extends FlashSaleTest {

  private static final int STEPS = 400;
  private static final int COUNT = 3;
  private static final int QUOTA = 20;

  @Autowired private Units units;
  @Autowired private Loans loans;
  @Autowired private BucketUnits bucketUnits;
  @Autowired private Promotions promotions;
  @Autowired private RedisClusterAccess cluster;
  @Autowired private Namespace namespace;

  private final long[] left = new long[COUNT];
  private final Map<List<Integer>, Loan> underWay = new HashMap<>();
  private final Map<List<Integer>, Long> numbers = new HashMap<>();
  private final List<Loan> lent = new ArrayList<>();
  private final Set<Loan> received = new HashSet<>();
  private final List<ReserveRequest> reserved = new ArrayList<>();
  private final Set<ReserveRequest> back = new HashSet<>();
  private final List<ReserveRequest> holding = new ArrayList<>();
  private long promotion;
  private Buckets buckets;
  private String epoch = "first";

  @AfterEach
  void goOn() {
    clock.goOn();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void no_order_of_steps_loses_or_makes_a_unit(long seed) {
    Random chance = new Random(seed);
    promotion = onSale(terms(QUOTA).buckets(COUNT));
    // Or the sweeper completes loans that are under way here.
    clock.stand();
    buckets = promotions.bucketsOf(promotion).join().orElseThrow();
    for (int b = 0; b < COUNT; b++) {
      left[b] = buckets.shareOf(QUOTA, b);
    }
    for (int step = 0; step < STEPS; step++) {
      switch (chance.nextInt(12)) {
        case 0, 1, 2 -> lend(chance);
        case 3, 4 -> receive(chance);
        case 5, 6 -> settle(chance);
        case 7, 8, 9 -> reserve(chance);
        case 10 -> release(chance);
        default -> closeNowAndThen(chance);
      }
      agrees(seed, step);
    }
    completeAll();
    long sum = left[0] + left[1] + left[2] + held();
    assertThat(sum).as("seed %d", seed).isEqualTo(QUOTA);
    assertThat(promotions.quotaOf(promotion).orElseThrow().reserved()).isEqualTo((int) held());
  }

  private void lend(Random chance) {
    int from = chance.nextInt(COUNT);
    int to = (from + 1 + chance.nextInt(COUNT - 1)) % COUNT;
    long needed = 1 + chance.nextInt(4);
    List<Integer> way = List.of(from, to);
    boolean late = chance.nextInt(8) == 0;
    Optional<Loan> loan =
        loans.lend(promotion, from, to, needed, late ? "another epoch" : epoch).join();
    if (late) {
      assertThat(loan).isEmpty();
    } else if (underWay.containsKey(way)) {
      assertThat(loan.map(Loan::number)).contains(underWay.get(way).number());
      assertThat(loan.map(Loan::units)).contains(underWay.get(way).units());
    } else if (left[from] == 0) {
      assertThat(loan).isEmpty();
    } else {
      long units = Math.min(left[from], Math.max(needed, left[from] / 2));
      assertThat(loan.map(Loan::units)).contains(units);
      assertThat(loan.map(Loan::number)).contains(numbers.merge(way, 1L, Long::sum));
      left[from] -= units;
      underWay.put(way, loan.orElseThrow());
      lent.add(loan.orElseThrow());
    }
  }

  /** Any loan of any time: the next one, one that was received, one of an epoch long past. */
  private void receive(Random chance) {
    if (lent.isEmpty()) {
      return;
    }
    Loan loan = lent.get(chance.nextInt(lent.size()));
    boolean current = loan.epoch().equals(epoch);
    assertThat(loans.receive(loan).join()).isEqualTo(current);
    if (current && received.add(loan)) {
      left[loan.to()] += loan.units();
    }
  }

  private void settle(Random chance) {
    List<Loan> settleable =
        lent.stream().filter(l -> received.contains(l) || !l.epoch().equals(epoch)).toList();
    if (settleable.isEmpty()) {
      return;
    }
    Loan loan = settleable.get(chance.nextInt(settleable.size()));
    boolean first = loan.equals(underWay.get(List.of(loan.from(), loan.to())));
    assertThat(loans.settle(loan).join()).isEqualTo(first);
    if (first) {
      underWay.remove(List.of(loan.from(), loan.to()));
    }
  }

  private void reserve(Random chance) {
    OrderItem item = new OrderItem(promotion, 1 + chance.nextInt(3));
    Order order =
        new Order(
            freshOrder(), OrderStatus.CLAIMED, 17, "pat", "192.0.2.7", List.of(item), null, null);
    ReserveRequest request = new ReserveRequest(order, item, clock.instant(), buckets, false);
    ReserveCode code = bucketUnits.reserve(request, chance.nextBoolean()).join().code();
    if (left[request.home()] < item.quantity()) {
      assertThat(code).isEqualTo(ReserveCode.SOLD_OUT);
    } else {
      assertThat(code).isEqualTo(ReserveCode.RESERVED);
      // The service's sweep is to leave it alone.
      units.settled(List.of(request.grab())).join();
      left[request.home()] -= item.quantity();
      reserved.add(request);
      holding.add(request);
    }
  }

  private void release(Random chance) {
    if (reserved.isEmpty()) {
      return;
    }
    ReserveRequest request = reserved.get(chance.nextInt(reserved.size()));
    boolean first = back.add(request);
    int quantity = request.item().quantity();
    assertThat(bucketUnits.release(request.grab(), Leave.TOMBSTONE, buckets).join())
        .isEqualTo(first ? quantity : 0);
    if (first) {
      left[request.home()] += quantity;
      holding.remove(request);
    }
  }

  /** As a rebuild leaves it: what was on its way is counted again, and the epoch is another. */
  private void closeNowAndThen(Random chance) {
    if (chance.nextInt(8) > 0) {
      return;
    }
    epoch = "epoch-" + freshId();
    left[0] += QUOTA - left[0] - left[1] - left[2] - held();
    for (int b = 0; b < COUNT; b++) {
      PromotionKeys keys = PromotionKeys.of(promotion, b, namespace);
      Map<byte[], byte[]> fields =
          Map.of(
              bytes("epoch"), bytes(epoch),
              bytes("w"), bytes("0"),
              bytes("b"), bytes(Long.toString(left[b])));
      CompletableFuture.allOf(
              cluster.call(c -> c.hset(bytes(keys.record()), fields)),
              cluster.call(c -> c.del(bytes(keys.lent()), bytes(keys.received()))))
          .join();
    }
    underWay.clear();
    numbers.clear();
  }

  private void completeAll() {
    for (Loan loan : List.copyOf(underWay.values())) {
      assertThat(loans.complete(loan).join()).isTrue();
      if (received.add(loan)) {
        left[loan.to()] += loan.units();
      }
    }
    for (int b = 0; b < COUNT; b++) {
      assertThat(loans.unsettled(promotion, b).join()).isEmpty();
    }
    underWay.clear();
    agrees(0, STEPS);
  }

  private void agrees(long seed, int step) {
    for (int b = 0; b < COUNT; b++) {
      int bucket = b;
      byte[] key = bytes(PromotionKeys.of(promotion, b, namespace).record());
      long onTheirWay =
          underWay.values().stream()
              .filter(loan -> loan.from() == bucket)
              .mapToLong(Loan::units)
              .sum();
      assertThat(
              cluster.call(c -> c.hmget(key, bytes("b"), bytes("w"))).join().stream()
                  .map(f -> f.hasValue() ? Long.parseLong(text(f.getValue())) : 0)
                  .toList())
          .as("seed %d, step %d, bucket %d", seed, step, b)
          .isEqualTo(List.of(left[b], onTheirWay));
    }
  }

  private long held() {
    return holding.stream().mapToLong(request -> request.item().quantity()).sum();
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
