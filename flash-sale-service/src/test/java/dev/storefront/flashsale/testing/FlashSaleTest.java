package dev.storefront.flashsale.testing;

import static dev.storefront.flashsale.testing.Terms.grab;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.flashsale.ledger.LedgerEntry;
import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import dev.storefront.localstack.testing.WithBackends;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.task.ThreadPoolTaskSchedulerBuilder;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/** The whole service on real servers, called over HTTP. Tests keep apart by fresh ids. */
@SpringBootTest(
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {
      "storefront.flash-sale.recovery.answer-within=20s",
      "storefront.flash-sale.full-round=3s"
    })
@WithBackends(database = "flash_sale")
@Import(FlashSaleTest.ClockConfiguration.class)
public abstract class FlashSaleTest {

  private static final AtomicLong IDS = new AtomicLong(1_000);

  private static final Duration LONG_AFTER_FALL_BACKS = Duration.ofMinutes(2);

  /** A service's token. */
  protected static final String SERVICE = TestTokens.service("order-app");

  /** An operator's token. */
  protected static final String OPERATOR = TestTokens.operator();

  /** Time as the service sees it. */
  @Autowired protected PushedClock clock;

  @LocalServerPort private int port;

  /** Puts the test's time into the service. */
  @TestConfiguration
  public static class ClockConfiguration {

    @Bean
    @Primary
    Clock clock() {
      return new PushedClock();
    }

    @Bean
    ThreadPoolTaskScheduler taskScheduler(
        ThreadPoolTaskSchedulerBuilder builder,
        @Value("${storefront.test.quick-rounds:true}") boolean quick) {
      return builder.configure(quick ? new QuickRounds() : new ThreadPoolTaskScheduler());
    }
  }

  /** The service's HTTP interface. */
  protected Api api() {
    return new Api(port);
  }

  /** An id that no other test has. */
  protected static long freshId() {
    return IDS.incrementAndGet();
  }

  /** An order id that no other test has. */
  protected static String freshOrder() {
    return "order-" + freshId();
  }

  /**
   * Terms of a sale that began an hour ago, also by the real time, which other instances have, and
   * goes on for ten days, without any limit.
   */
  protected Terms terms(int quota) {
    return new Terms(
        freshId(),
        quota,
        Instant.now().minus(Duration.ofHours(1)),
        clock.instant().plus(Duration.ofDays(10)),
        Map.of("per", "NONE", "max", 1),
        Map.of("max", 1_000_000, "windowSeconds", 60),
        1_200,
        1);
  }

  /** How far tests have pushed the service's clock ahead of the servers'. */
  protected Duration ahead() {
    return Duration.between(Instant.now(), clock.instant());
  }

  /**
   * As though it were long ago that tests before this one had Redis fall back: until then new
   * orders are looked for in MySQL.
   */
  protected void longAfterFallBacks() {
    clock.push(LONG_AFTER_FALL_BACKS);
  }

  /** Creates and approves a promotion; its id. */
  protected long onSale(Terms terms) {
    api().post("/api/v1/promotions", OPERATOR, terms.toJson()).expect(201);
    api()
        .post("/api/v1/promotions/" + terms.promotionId() + "/approve", OPERATOR, null)
        .expect(200);
    return terms.promotionId();
  }

  /** A promotion of that many units that is on; its id. */
  protected long onSale(int quota) {
    return onSale(terms(quota));
  }

  /** A reply; where it says that the sale is being rebuilt, time passes faster meanwhile. */
  protected Reply hastened(Reply reply) {
    if (reply.code().equals("recovering")) {
      clock.push(Duration.ofSeconds(1));
    }
    return reply;
  }

  /** Units left, as everyone sees them. */
  protected int remaining(long promotionId) {
    return api()
        .get("/api/v1/promotions/" + promotionId, null)
        .expect(200)
        .at("/remaining")
        .asInt();
  }

  /** A service's call for units of a promotion, for "pat". */
  protected Reply tryGrab(String order, long promotion, int quantity) {
    return tryGrab(order, promotion, quantity, "pat");
  }

  /** A service's call for units of a promotion. */
  protected Reply tryGrab(String order, long promotion, int quantity, String pin) {
    return tryGrab(order, promotion, quantity, pin, "192.0.2.7");
  }

  /** A service's call for units of a promotion, for a caller with that address. */
  protected Reply tryGrab(String order, long promotion, int quantity, String pin, String ip) {
    return api().post("/api/v1/grabs", SERVICE, grab(order, promotion, quantity, pin, ip));
  }

  /** Has an order cancelled by its user. */
  protected void cancel(String order) {
    api().post("/api/v1/grabs/" + order + "/cancel", SERVICE, Map.of("reason", "USER")).expect(200);
  }

  /** Has a promotion recovered; the recovery's id. */
  protected long recover(long promotion) {
    return api()
        .post("/api/v1/recoveries", OPERATOR, Map.of("promotionId", promotion))
        .expect(202)
        .at("/id")
        .asLong();
  }

  /** How far a recovery is. */
  protected Reply viewOf(long recovery) {
    return api().get("/api/v1/recoveries/" + recovery, OPERATOR).expect(200);
  }

  /** Returns once a recovery is done. */
  protected void awaitDone(long recovery, Duration within) {
    await()
        .atMost(within)
        .untilAsserted(
            () -> {
              Reply view = viewOf(recovery);
              assertThat(view.at("/state").asString()).as("%s", view.json()).isEqualTo("DONE");
            });
  }

  /** What Redis and MySQL know of the units of a promotion. */
  protected Reply books(long promotion) {
    return api().get("/api/v1/reconciliation?promotionId=" + promotion, OPERATOR).expect(200);
  }

  /** Returns once Redis and MySQL agree on how many units were sold. */
  protected void booksAgree(long promotion, int sold) {
    await()
        .atMost(Duration.ofMinutes(2))
        .untilAsserted(
            () -> {
              Reply books = books(promotion);
              assertThat(books.at("/redis/taken").asInt()).as("%s", books.json()).isEqualTo(sold);
              assertThat(books.at("/ledger/taken").asInt()).as("%s", books.json()).isEqualTo(sold);
            });
  }

  /** As Redis has it. */
  protected static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Calls as a buyer does, with the same order again: many at once may not find out whether
   * anything is left, and Redis may be late on a busy machine. What a call with a 503 reserved is a
   * 200 then.
   */
  protected static Reply untilDecided(Api instance, Map<String, Object> body) {
    Reply reply = instance.post("/api/v1/grabs", SERVICE, body);
    for (int again = 0; again < 50 && List.of(429, 503).contains(reply.status()); again++) {
      assertThat(reply.code()).isIn("too-busy", "unavailable");
      reply = instance.post("/api/v1/grabs", SERVICE, body);
    }
    return reply;
  }

  protected static String decision(Reply reply) {
    return List.of(200, 201).contains(reply.status()) ? "grabbed" : reply.code();
  }

  /** As the ledger has the grab of an order that nobody has paid. */
  protected final LedgerEntry unpaidGrab(String order, long promotion, Instant expiry) {
    return new LedgerEntry(
        LedgerEntry.idOf(Kind.GRAB, order, promotion, 17),
        Kind.GRAB,
        promotion,
        order,
        17,
        1,
        null,
        3,
        "pat",
        "192.0.2.7",
        null,
        expiry.toEpochMilli(),
        clock.millis());
  }
}
