package dev.storefront.flashsale.grab;

import static dev.storefront.flashsale.testing.Terms.grab;
import static dev.storefront.flashsale.testing.Terms.grabBoth;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.testing.Reply;
import dev.storefront.flashsale.ledger.LedgerStore;
import dev.storefront.flashsale.ledger.LedgerTotals;
import dev.storefront.flashsale.testing.Api;
import dev.storefront.flashsale.testing.FlashSaleTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

class GrabConcurrencyTest extends FlashSaleTest {

  private static final ExecutorService CALLERS = Executors.newFixedThreadPool(32);

  @Autowired private RedisClusterAccess cluster;
  @Autowired private LedgerStore ledger;

  @AfterAll
  static void sendCallersHome() {
    CALLERS.shutdown();
  }

  @Test
  void of_many_buyers_exactly_as_many_get_one_as_there_are() {
    int quota = 100;
    long promotion = onSale(quota);

    List<Reply> replies =
        all(400, i -> grab("m-" + promotion + "-" + i, promotion, 1, "pin" + i, "192.0.2.1"));

    assertThat(decisions(replies)).isEqualTo(Map.of("grabbed", (long) quota, "sold-out", 300L));
    assertThat(remaining(promotion)).isZero();
    await()
        .untilAsserted(
            () -> {
              LedgerTotals totals = ledger.totalsOf(promotion);
              assertThat(totals.taken() - totals.cancelled()).isEqualTo(quota);
            });
    reconciles(promotion);
  }

  @Test
  void duplicates_of_an_order_reserve_once_and_get_one_answer() {
    long promotion = onSale(terms(50).limit("PIN", 2));

    List<Reply> replies =
        all(
            120,
            i -> grab("d-" + promotion + "-" + i % 6, promotion, 2, "pin" + i % 6, "192.0.2.1"));

    assertThat(decisions(replies)).isEqualTo(Map.of("grabbed", 120L));
    assertThat(replies.stream().filter(r -> r.status() == 201)).hasSizeLessThanOrEqualTo(6);
    assertThat(replies.stream().map(Reply::body).distinct()).hasSize(6);
    assertThat(remaining(promotion)).isEqualTo(50 - 6 * 2);
    reconciles(promotion);
  }

  @Test
  void orders_of_two_promotions_get_both_or_none_also_when_they_come_twice() {
    long scarce = onSale(30);
    long plenty = onSale(terms(1_000).limit("PIN", 1));

    List<Reply> replies =
        all(
            240,
            i -> {
              int order = i / 2;
              return order % 2 == 0
                  ? grabBoth("b-" + scarce + "-" + order, scarce, plenty, 1, "pin" + order)
                  : grabBoth("b-" + scarce + "-" + order, plenty, scarce, 1, "pin" + order);
            });

    assertThat(replies.stream().filter(r -> r.status() == 409))
        .isNotEmpty()
        .allSatisfy(
            r -> {
              assertThat(r.code()).isEqualTo("sold-out");
              assertThat(r.at("/promotionId").asLong()).isEqualTo(scarce);
            });
    long grabbed =
        IntStream.range(0, 120)
            .filter(i -> api().get("/api/v1/grabs/b-" + scarce + "-" + i, SERVICE).status() == 200)
            .count();
    assertThat(30 - remaining(scarce)).isEqualTo((int) grabbed);
    assertThat(1_000 - remaining(plenty)).isEqualTo((int) grabbed);
    assertThat(grabbed).isGreaterThan(0);
    reconciles(scarce);
    reconciles(plenty);
  }

  @Test
  void grabs_go_on_when_redis_forgets_its_scripts_in_the_midst() {
    long one = onSale(200);
    long two = onSale(200);

    CompletableFuture<List<Reply>> grabs =
        CompletableFuture.supplyAsync(
            () -> all(200, i -> grabBoth("f-" + one + "-" + i, one, two, 1, "p")));
    while (!grabs.isDone()) {
      cluster.call(c -> c.scriptFlush()).join();
    }

    assertThat(decisions(grabs.join())).isEqualTo(Map.of("grabbed", 200L));
    assertThat(List.of(remaining(one), remaining(two))).containsExactly(0, 0);
    reconciles(one);
    reconciles(two);
  }

  private void reconciles(long promotion) {
    await()
        .untilAsserted(
            () -> {
              Reply reply = books(promotion);
              assertThat(reply.at("/difference").asLong(-1)).as("%s", reply.json()).isZero();
            });
  }

  private List<Reply> all(int calls, IntFunction<Map<String, Object>> body) {
    Api api = api();
    List<CompletableFuture<Reply>> replies = new ArrayList<>();
    for (int i = 0; i < calls; i++) {
      Map<String, Object> grab = body.apply(i);
      replies.add(CompletableFuture.supplyAsync(() -> untilDecided(api, grab), CALLERS));
    }
    return replies.stream().map(CompletableFuture::join).toList();
  }

  private static Map<String, Long> decisions(List<Reply> replies) {
    return replies.stream()
        .collect(Collectors.groupingBy(FlashSaleTest::decision, Collectors.counting()));
  }
}
