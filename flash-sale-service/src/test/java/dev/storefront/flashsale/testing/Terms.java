package dev.storefront.flashsale.testing;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A promotion as a test creates it. */
public record Terms(
    long promotionId,
    int quota,
    Instant startsAt,
    Instant endsAt,
    Map<String, Object> limit,
    Map<String, Object> rate,
    int paymentTimeoutSeconds,
    int buckets) {

  /** With a limit of {@code max} units. */
  public Terms limit(String per, int max) {
    return new Terms(
        promotionId,
        quota,
        startsAt,
        endsAt,
        Map.of("per", per, "max", max),
        rate,
        paymentTimeoutSeconds,
        buckets);
  }

  /** With a limit of units for each address, and one for each account. */
  public Terms limits(int maxPerIp, int maxPerPin) {
    return new Terms(
        promotionId,
        quota,
        startsAt,
        endsAt,
        Map.of("per", "IP_AND_PIN", "maxPerIp", maxPerIp, "maxPerPin", maxPerPin),
        rate,
        paymentTimeoutSeconds,
        buckets);
  }

  /** With at most {@code max} attempts in a window. */
  public Terms rate(int max, int windowSeconds) {
    return new Terms(
        promotionId,
        quota,
        startsAt,
        endsAt,
        limit,
        Map.of("max", max, "windowSeconds", windowSeconds),
        paymentTimeoutSeconds,
        buckets);
  }

  /** On sale at another time. */
  public Terms between(Instant start, Instant end) {
    return new Terms(promotionId, quota, start, end, limit, rate, paymentTimeoutSeconds, buckets);
  }

  /** With that long to pay, in seconds. */
  public Terms paidWithin(int seconds) {
    return new Terms(promotionId, quota, startsAt, endsAt, limit, rate, seconds, buckets);
  }

  /** Spread over that many buckets. */
  public Terms buckets(int count) {
    return new Terms(
        promotionId, quota, startsAt, endsAt, limit, rate, paymentTimeoutSeconds, count);
  }

  /** The body of POST /api/v1/promotions. */
  public Map<String, Object> toJson() {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("promotionId", promotionId);
    body.put("type", 1);
    body.put("skuId", 500_000 + promotionId);
    body.put("quota", quota);
    body.put("startsAt", startsAt.toString());
    body.put("endsAt", endsAt.toString());
    body.put("price", Map.of("kind", "DISCOUNT", "listPrice", 1999.00, "amount", 500));
    body.put("limit", limit);
    body.put("rate", rate);
    body.put("paymentTimeoutSeconds", paymentTimeoutSeconds);
    if (buckets > 1) {
      body.put("buckets", buckets);
    }
    return body;
  }

  /** The body of a service's POST /api/v1/grabs of one promotion. */
  public static Map<String, Object> grab(
      String orderId, long promotionId, int quantity, String pin, String ip) {
    return Map.of(
        "orderId",
        orderId,
        "items",
        List.of(Map.of("promotionId", promotionId, "quantity", quantity)),
        "pin",
        pin,
        "ip",
        ip);
  }

  /** The same of two promotions. */
  public static Map<String, Object> grabBoth(
      String orderId, long first, long second, int quantity, String pin) {
    return Map.of(
        "orderId",
        orderId,
        "items",
        List.of(
            Map.of("promotionId", first, "quantity", quantity),
            Map.of("promotionId", second, "quantity", quantity)),
        "pin",
        pin,
        "ip",
        "192.0.2.1");
  }
}
