package dev.storefront.flashsale;

import static dev.storefront.flashsale.testing.Terms.grab;
import static dev.storefront.flashsale.testing.Terms.grabBoth;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.testing.Reply;
import dev.storefront.flashsale.testing.FlashSaleTest;
import dev.storefront.flashsale.testing.Terms;
import dev.storefront.localstack.Faults;
import dev.storefront.localstack.testing.NotOnSharedServers;
import dev.storefront.localstack.testing.TestBackends;
import dev.storefront.localstack.testing.WithBackends;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.BeanWrapperImpl;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.TestPropertySource;

/**
 * What buyers meet while a backing server is away, and what the books say once it is back. How the
 * ledger goes on without Kafka, LedgerWithoutKafkaTest shows.
 */
@Tag("proof")
@WithBackends(database = "flash_sale", namespace = "faults")
@TestPropertySource(properties = "storefront.flash-sale.ledger.mode=kafka")
@Import(FaultsTest.AsWhereItCounts.class)
@NotOnSharedServers
class FaultsTest extends FlashSaleTest {

  private static final Logger log = LoggerFactory.getLogger(FaultsTest.class);
  private static final List<String> REDIS = List.of("redis-1", "redis-2", "redis-3");
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final Duration LONG_AFTER = Duration.ofSeconds(16);
  private static final Duration AS_FOR_MYSQL = Duration.ofSeconds(2);
  private static final Duration LONG_FOR_ALL = Duration.ofSeconds(30);
  private static final int CALLERS = 16;
  private static final int BUYERS = 300;

  @Autowired private RedisClusterAccess cluster;
  @Autowired private MeterRegistry meters;
  @Autowired private CircuitBreakerRegistry breakers;

  /** Calls wait no longer for MySQL than where it counts: other tests wait four times as long. */
  @TestConfiguration
  static class AsWhereItCounts implements BeanPostProcessor {

    @Override
    public Object postProcessBeforeInitialization(Object bean, String name) {
      if (bean instanceof DataSource) {
        new BeanWrapperImpl(bean).setPropertyValue("connectionTimeout", 2_000);
      }
      return bean;
    }
  }

  private final Faults faults = TestBackends.shared().faults();

  /** First calls that took as long as a connection to MySQL is waited for. */
  private final AtomicInteger slow = new AtomicInteger();

  @AfterEach
  void heal() {
    List.of("kafka", "database").forEach(faults::resume);
    List.of("database", "kafka", "redis-1", "redis-2", "redis-3").forEach(faults::start);
    await().atMost(LONG).until(() -> api().get("/actuator/health/readiness", null).status() == 200);
    await().atMost(LONG).until(() -> redis().equals("UP"));
  }

  private String redis() {
    return api().get("/actuator/health/redis", null).at("/status").asString();
  }

  @Test
  void without_kafka_nothing_is_sold_and_the_same_orders_succeed_once_it_is_back() {
    long one = onSale(terms(20).limit("PIN", 1));
    long two = onSale(20);
    List<Map<String, Object>> orders =
        IntStream.range(0, 4).mapToObj(i -> grabBoth(freshOrder(), one, two, 1, "p" + i)).toList();

    faults.kill("kafka");
    for (Map<String, Object> order : orders) {
      long start = System.nanoTime();
      tryGrab(order).expect(503, "unavailable");
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(40));
    }
    assertThat(api().get("/actuator/health/liveness", null).status()).isEqualTo(200);
    assertThat(api().get("/actuator/health/readiness", null).status()).isEqualTo(503);
    assertThat(remaining(one)).isEqualTo(20);
    faults.start("kafka");

    orders.forEach(this::grabInTheEnd);
    clock.push(LONG_AFTER);
    booksAgree(one, 4);
    booksAgree(two, 4);
  }

  @Test
  void a_kafka_that_hangs_in_the_midst_of_a_sale_loses_and_invents_nothing() {
    long promotion = onSale(terms(400).limit("PIN", 1));
    Set<String> sold = new HashSet<>();

    List<Reply> replies =
        all(
            300,
            i -> {
              if (i == 100) {
                faults.pause("kafka");
              }
              return grab("h-" + promotion + "-" + i, promotion, 1, "p" + i, "192.0.2.1");
            });
    faults.resume("kafka");

    assertThat(replies).allMatch(r -> r.status() == 201 || r.status() == 503);
    assertThat(replies).anyMatch(r -> r.status() == 503);
    replies.stream()
        .filter(r -> r.status() == 201)
        .forEach(r -> sold.add(r.at("/orderId").asString()));
    clock.push(LONG_AFTER);
    booksAgree(promotion, sold.size());
  }

  @Test
  void without_redis_grabs_are_refused_and_go_on_once_it_is_back_with_nothing_lost() {
    long promotion = onSale(20);
    String before = freshOrder();
    tryGrab(grab(before, promotion, 1, "pat", "192.0.2.7")).expect(201);
    Map<String, Object> order = grab(freshOrder(), promotion, 1, "pat", "192.0.2.7");

    Counter unavailable =
        meters.get("storefront.flashsale.grabs.refused").tag("reason", "unavailable").counter();
    double counted = unavailable.count();
    REDIS.forEach(faults::kill);
    tryGrab(order).expect(503, "unavailable");
    assertThat(unavailable.count()).as("operators see it").isGreaterThan(counted);
    api().get("/api/v1/grabs/" + before, SERVICE).expect(503, "unavailable");
    api().get("/api/v1/promotions/" + promotion, null).expect(503, "unavailable");
    REDIS.forEach(faults::start);

    grabInTheEnd(order);
    await().untilAsserted(() -> api().get("/api/v1/grabs/" + before, SERVICE).expect(200));
    clock.push(LONG_AFTER);
    booksAgree(promotion, 2);
  }

  @Test
  void without_mysql_the_sale_goes_on_and_the_ledger_catches_up() {
    longAfterFallBacks();
    long promotion = onSale(20);
    assertThat(remaining(promotion)).isEqualTo(20);

    faults.kill("database");
    for (int i = 0; i < 5; i++) {
      String order = freshOrder();
      tryGrab(grab(order, promotion, 1, "pat", "192.0.2.7")).expect(201);
      api().get("/api/v1/grabs/" + order, SERVICE).expect(200);
    }
    // As it was read last; what is left of it Redis says.
    await()
        .pollDelay(Duration.ofSeconds(2))
        .untilAsserted(
            () -> {
              api().get("/actuator/health/readiness", null).expect(503);
              assertThat(remaining(promotion)).isEqualTo(15);
            });
    api().get("/api/v1/promotions/" + freshId(), null).expect(503, "unavailable");
    faults.start("database");

    booksAgree(promotion, 5);
  }

  @Test
  void a_mysql_that_hangs_is_not_in_the_buyers_way() {
    longAfterFallBacks();
    long promotion = onSale(terms(1_000).limit("PIN", 1));

    // On a busy machine all may stand still for as long.
    boolean swift = false;
    int tries = 0;
    while (!swift && tries < 3) {
      heal();
      // An open one would let the next try pass.
      breakers.getAllCircuitBreakers().forEach(CircuitBreaker::reset);
      tries++;
      swift = buySwiftlyPastMySql(promotion, BUYERS * tries);
    }

    assertThat(swift).as("swift in one of %d tries", tries).isTrue();
    booksAgree(promotion, BUYERS * tries);
  }

  /** Did they ask MySQL, all of the first would be slow, until a breaker lets the others pass. */
  private boolean buySwiftlyPastMySql(long promotion, int firstBuyer) {
    String buyer = "m-" + promotion + "-";
    slow.set(0);
    faults.pause("database");
    long begun = System.nanoTime();
    List<Reply> replies =
        all(
            BUYERS,
            i -> grab(buyer + (firstBuyer + i), promotion, 1, "p" + (firstBuyer + i), "192.0.2.1"));
    Duration lasted = Duration.ofNanos(System.nanoTime() - begun);
    faults.resume("database");

    assertThat(replies).allMatch(r -> List.of(200, 201).contains(r.status()));
    log.info("{} of {} buyers were slow, and all of them took {}", slow, BUYERS, lasted);
    return slow.get() < CALLERS * 3 / 4 && lasted.compareTo(LONG_FOR_ALL) < 0;
  }

  @Test
  void a_mysql_that_hangs_keeps_nobody_waiting_who_comes_before_the_approval() {
    longAfterFallBacks();
    Terms terms = terms(20);
    long early = terms.promotionId();
    api().post("/api/v1/promotions", OPERATOR, terms.toJson()).expect(201);
    tryGrab(freshOrder(), early, 1).expect(409, "not-started");

    faults.pause("database");
    List<Reply> replies =
        all(300, i -> grab("e-" + early + "-" + i, early, 1, "p" + i, "192.0.2.1"));
    faults.resume("database");

    replies.forEach(reply -> reply.expect(409, "not-started"));
  }

  @Test
  void what_mysql_did_not_have_yet_when_redis_lost_everything_is_waited_for_and_counted() {
    longAfterFallBacks();
    long promotion = onSale(terms(20).limit("PIN", 1));
    List<Map<String, Object>> orders =
        IntStream.range(0, 5)
            .mapToObj(i -> grab(freshOrder(), promotion, 1, "p" + i, "192.0.2.7"))
            .toList();

    faults.kill("database");
    orders.forEach(order -> tryGrab(order).expect(201));
    cluster.call(c -> c.flushall()).join();
    tryGrab(orders.get(0)).expect(503);
    faults.start("database");

    orders.forEach(this::grabInTheEnd);
    booksAgree(promotion, 5);
    tryGrab(grab(freshOrder(), promotion, 1, "p0", "192.0.2.7")).expect(409, "limit-reached");
  }

  @Test
  void while_kafka_is_away_a_recovery_waits_and_says_so() {
    long promotion = onSale(20);
    tryGrab(grab(freshOrder(), promotion, 1, "pat", "192.0.2.7")).expect(201);
    booksAgree(promotion, 1);

    faults.kill("kafka");
    String recovery =
        api()
            .post("/api/v1/recoveries", OPERATOR, Map.of("promotionId", promotion))
            .expect(202)
            .headers()
            .firstValue("Location")
            .orElseThrow();
    recoveryHas(recovery, "/waitingFor", "GRABS");
    clock.push(LONG_AFTER);
    recoveryHas(recovery, "/waitingFor", "KAFKA");
    faults.start("kafka");

    recoveryHas(recovery, "/state", "DONE");
    booksAgree(promotion, 1);
  }

  private void recoveryHas(String path, String field, String value) {
    await()
        .atMost(LONG)
        .untilAsserted(
            () -> {
              Reply view = api().get(path, OPERATOR).expect(200);
              assertThat(view.at(field).asString("")).as("%s", view.json()).isEqualTo(value);
            });
  }

  private void grabInTheEnd(Map<String, Object> order) {
    await()
        .pollDelay(Duration.ZERO)
        .atMost(LONG)
        .untilAsserted(() -> assertThat(hastened(tryGrab(order)).status()).isBetween(200, 201));
  }

  private Reply tryGrab(Map<String, Object> order) {
    return api().post("/api/v1/grabs", SERVICE, order);
  }

  /** Kafka may acknowledge one too late; who waits for a server that hangs waits twice. */
  private Reply tryGrabTwice(Map<String, Object> body) {
    Reply reply = tryGrab(body);
    if (reply.took().compareTo(AS_FOR_MYSQL) >= 0) {
      slow.incrementAndGet();
    }
    return reply.status() == 503 ? tryGrab(body) : reply;
  }

  private List<Reply> all(int calls, IntFunction<Map<String, Object>> body) {
    ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    List<CompletableFuture<Reply>> replies = new ArrayList<>();
    for (int i = 0; i < calls; i++) {
      int n = i;
      replies.add(CompletableFuture.supplyAsync(() -> tryGrabTwice(body.apply(n)), callers));
    }
    List<Reply> done = replies.stream().map(CompletableFuture::join).toList();
    callers.shutdown();
    return done;
  }
}
