package dev.storefront.flashsale.units;

import static dev.storefront.flashsale.testing.Terms.grab;
import static dev.storefront.flashsale.testing.Terms.grabBoth;
import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.ScriptCalls;
import dev.storefront.flashsale.promotion.PromotionKeys;
import dev.storefront.flashsale.promotion.Promotions;
import dev.storefront.flashsale.testing.FlashSaleTest;
import dev.storefront.flashsale.testing.Terms;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

/**
 * The same calls on two sets of equal promotions, of which one looks as soon as it can before an
 * order is begun, and the other never does: every answer is the same, and what is left in Redis.
 */
class SoldOutLooksModelTest extends FlashSaleTest {

  private static final int STEPS = 220;
  private static final int HOT = 3;
  private static final int PROMOTIONS = 5;

  @Autowired private SoldOutMarks marks;
  @Autowired private Promotions promotions;
  @Autowired private RedisClusterAccess cluster;
  @Autowired private Namespace namespace;
  @Autowired private MeterRegistry meters;

  /** Promotions of one of the two sets, and what its orders begin with. */
  private record World(List<Long> promotions, String prefix, boolean looks) {}

  /** What a call asks for, in either set. */
  private record Step(
      int kind, int order, int promotion, int other, int quantity, String pin, String ip) {

    /** Of an order that is new as a rule, or of one of the latest. */
    static Step of(Random chance, int number) {
      boolean isNew = chance.nextInt(5) < 3;
      return new Step(
          chance.nextInt(20),
          isNew ? number : Math.max(0, number - 1 - chance.nextInt(30)),
          chance.nextInt(PROMOTIONS),
          chance.nextInt(PROMOTIONS),
          1 + chance.nextInt(2),
          "pin" + chance.nextInt(6),
          "192.0.2." + chance.nextInt(4));
    }
  }

  @AfterEach
  void goOn() {
    clock.goOn();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void whoever_looks_first_hears_what_whoever_begins_hears(long seed) {
    World looking = world("look", true);
    World beginning = world("begin", false);
    Random chance = new Random(seed);
    // Or marks of hot promotions end between two equal calls.
    clock.stand();
    List<String> answers = new ArrayList<>();
    long left = 0;
    long leftByWhoLooks = 0;
    for (int step = 0; step < STEPS; step++) {
      Step next = Step.of(chance, step);
      long before = leaves();
      String answer = call(next, looking);
      leftByWhoLooks += leaves() - before;
      answers.add(answer);
      assertThat(answer)
          .as("seed %d, step %d, %s", seed, step, next)
          .isEqualTo(call(next, beginning));
      left += leaves() - before;
    }
    left -= leftByWhoLooks;

    assertThat(state(looking)).as("seed %d", seed).isEqualTo(state(beginning));
    assertThat(leftByWhoLooks).as("attempts that came to nothing").isLessThan(left / 2);
    for (String code :
        List.of(
            "sold-out", "order-conflict", "limit-reached", "promotion-rate-limited", "paused")) {
      assertThat(answers).as("seed %d", seed).anyMatch(answer -> answer.contains(code));
    }
  }

  private World world(String name, boolean looks) {
    List<Terms> terms =
        List.of(
            lasting(3).limit("PIN", 3),
            lasting(2),
            lasting(4).limit("IP", 2).rate(20, 3_600),
            lasting(5).limit("PIN", 3).buckets(3),
            lasting(4).limits(2, 3).buckets(2));
    return new World(terms.stream().map(this::onSale).toList(), name + "-" + freshOrder(), looks);
  }

  /** Attempts are counted from window to window: none may begin between two equal calls. */
  private Terms lasting(int quota) {
    return terms(quota).rate(1_000_000, 3_600);
  }

  private String call(Step step, World world) {
    hint(world);
    String order = world.prefix() + "-" + step.order();
    long promotion = world.promotions().get(step.promotion());
    Reply reply =
        switch (step.kind()) {
          case 0, 1, 2 ->
              api().post("/api/v1/grabs/" + order + "/cancel", SERVICE, Map.of("reason", "USER"));
          case 3 -> api().post("/api/v1/grabs/" + order + "/pay", SERVICE, null);
          case 4 ->
              api()
                  .post(
                      "/api/v1/promotions/"
                          + promotion
                          + (step.order() % 4 == 0 ? "/pause" : "/resume"),
                      OPERATOR,
                      null);
          case 5 ->
              step.promotion() == step.other()
                  ? grabbed(grab(order, promotion, 3, step.pin(), step.ip()))
                  : grabbed(
                      grabBoth(
                          order,
                          promotion,
                          world.promotions().get(step.other()),
                          step.quantity(),
                          step.pin()));
          default -> grabbed(grab(order, promotion, step.quantity(), step.pin(), step.ip()));
        };
    String refused = reply.at("/promotionId").isMissingNode() ? "" : whose(reply, world);
    return "%d %s %s %s"
        .formatted(reply.status(), reply.code(), refused, reply.at("/status").asString(""));
  }

  private static String whose(Reply reply, World world) {
    return "promotion " + world.promotions().indexOf(reply.at("/promotionId").asLong());
  }

  private Reply grabbed(Map<String, Object> body) {
    return api().post("/api/v1/grabs", SERVICE, body);
  }

  /** Of a hot promotion a mark is more than a hint: it comes by itself. */
  private void hint(World world) {
    for (int i = 0; i < PROMOTIONS; i++) {
      long promotion = world.promotions().get(i);
      if (!world.looks()) {
        marks.drop(promotion);
      } else if (i < HOT) {
        marks.set(promotion, 0, clock.instant(), marks.releases(promotion));
      }
    }
  }

  /** What is left, attempts that were counted, and which orders have a record. */
  private Map<String, String> state(World world) {
    Map<String, String> state = new TreeMap<>();
    for (int i = 0; i < PROMOTIONS; i++) {
      long promotion = world.promotions().get(i);
      state.put("left of " + i, "" + remaining(promotion));
      state.put("attempts of " + i, "" + attempts(promotion));
    }
    IntStream.range(0, STEPS)
        .forEach(
            i -> {
              byte[] record = bytes(namespace.key("O_{" + world.prefix() + "-" + i + "}"));
              byte[] status = cluster.call(c -> c.hget(record, bytes("status"))).join();
              state.put(
                  "order " + i, status == null ? "" : new String(status, StandardCharsets.UTF_8));
            });
    return state;
  }

  /** Those of all its buckets. */
  private long attempts(long promotion) {
    return IntStream.range(0, promotions.bucketsOf(promotion).join().orElseThrow().count())
        .mapToObj(bucket -> bytes(PromotionKeys.of(promotion, bucket, namespace).record()))
        .map(record -> cluster.call(c -> c.hget(record, bytes("c"))).join())
        .mapToLong(count -> Long.parseLong(new String(count, StandardCharsets.UTF_8)))
        .sum();
  }

  private long leaves() {
    return ScriptCalls.of(meters, "flashsale/leaveOrder");
  }
}
