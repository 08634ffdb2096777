package dev.storefront.benchmarks.flashsale;

import dev.storefront.benchmarks.load.Caller;
import dev.storefront.benchmarks.load.HttpCaller;
import dev.storefront.benchmarks.stack.Room;
import dev.storefront.benchmarks.stack.ServiceUnderTest;
import dev.storefront.localstack.suite.Identity;
import dev.storefront.localstack.suite.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** A promotion that is on, and grabs of a unit of it, each by another buyer. */
final class Sale {

  static final String NO_LIMIT = "NONE";
  static final String LIMIT_PER_BUYER = "PIN";

  private static final String GRABS = "/api/v1/grabs";
  static final int CREATED = 201;
  static final int CONFLICT = 409;
  // The topic outlives the room: what it has of earlier measurements is of other promotions.
  private static final AtomicLong IDS = new AtomicLong(System.currentTimeMillis());
  private static final AtomicLong ORDERS = new AtomicLong();

  private final ServiceUnderTest service;
  private final long promotionId = IDS.incrementAndGet();
  private final String token;

  private Sale(ServiceUnderTest service) {
    this.service = service;
    this.token = service.token(Identity.service("order-app"));
  }

  /** Creates and approves it. */
  static Sale open(ServiceUnderTest service, int quota, String limitPer) {
    Sale sale = new Sale(service);
    Instant start = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    service.post(
        "/api/v1/promotions",
        Json.object("promotionId", sale.promotionId)
            .and("skuId", 60_002_002)
            .and("quota", quota)
            .and("startsAt", start.toString())
            .and("endsAt", start.plus(Duration.ofDays(10)).toString())
            .and("price", Json.object("kind", "DISCOUNT").and("listPrice", 599).and("amount", 200))
            .and("limit", Json.object("per", limitPer).and("max", 2))
            .and("rate", Json.object("max", 1_000_000_000).and("windowSeconds", 60)));
    service.post("/api/v1/promotions/" + sale.promotionId + "/approve", Json.object("by", "bench"));
    return sale;
  }

  long promotionId() {
    return promotionId;
  }

  /** The promotion's record; its other keys begin with it. */
  String record() {
    return record(service.room(), promotionId);
  }

  static String record(Room room, long promotionId) {
    return room.key("C_{" + promotionId + "}_1");
  }

  /** Expects every grab to be accepted. */
  Caller buyer() throws Exception {
    return new HttpCaller(service.port(), this::grab, CREATED);
  }

  /** Expects every grab to be refused, as of what is sold out. */
  Caller latecomer() throws Exception {
    return new HttpCaller(service.port(), this::grab, CONFLICT);
  }

  private byte[] grab() {
    return grab(token, promotionId);
  }

  /** The next order's request for a unit. */
  static byte[] grab(String token, long promotionId) {
    long number = ORDERS.incrementAndGet();
    return HttpCaller.post(
        GRABS,
        token,
        Json.write(
            Json.object("orderId", orderId(number))
                .and("items", List.of(Json.object("promotionId", promotionId).and("quantity", 1)))
                .and("pin", pin(number))
                .and("ip", "203.0.113.7")));
  }

  /** 17 characters. */
  static String orderId(long number) {
    return "A-20260618-%06d".formatted(number);
  }

  /** 11 characters. */
  static String pin(long number) {
    return "user-%06d".formatted(number);
  }
}
