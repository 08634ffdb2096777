package dev.storefront.usertag.rule;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Set;

/** A topic whose events rules may be about. */
enum RuleTopic {
  FLASH_SALE_EVENTS(
      "flash-sale-events",
      "pin",
      "occurredAt",
      Set.of("type", "promotionId", "skuId", "orderId", "pin", "quantity", "currentPrice")),
  PAGE_VIEWS("page-views", "userId", "viewedAt", Set.of("userId", "skuId")),
  /** A click has no user: its visitor is one, under the id that short links give him. */
  SHORTLINK_CLICKS(
      "shortlink-clicks",
      "client",
      "clickedAt",
      Set.of("code", "generation", "referrer", "userAgent", "client"));

  private final String topic;
  private final String user;
  private final String time;
  private final Set<String> fields;

  RuleTopic(String topic, String user, String time, Set<String> fields) {
    this.topic = topic;
    this.user = user;
    this.time = time;
    this.fields = fields;
  }

  @JsonValue
  String topic() {
    return topic;
  }

  /** The member that names the user. */
  String user() {
    return user;
  }

  /** The member that has the event's time, epoch milliseconds. */
  String time() {
    return time;
  }

  /** The members that a rule may ask for. */
  Set<String> fields() {
    return fields;
  }

  static RuleTopic of(String topic) {
    return Arrays.stream(values())
        .filter(value -> value.topic.equals(topic))
        .findFirst()
        .orElseThrow();
  }
}
