package dev.storefront.acceptance.events;

import java.util.List;
import java.util.Locale;

/** A topic of the contract. */
enum Topic {
  PAGE_VIEWS(50, "userId", "eventId", "userId", "skuId", "viewedAt"),
  PRODUCT_CHANGES(12, "skuId", "eventId", "skuId", "kind", "version", "deleted"),
  FITMENT_CHANGES(
      12,
      "groupId",
      "eventId",
      "cell",
      "kind",
      "groupId",
      "vendorId",
      "shelf",
      "revision",
      "since",
      "writtenAt"),
  FLASH_SALE_LEDGER(16, "promotionId", "eventId"),
  FLASH_SALE_EVENTS(
      16,
      "promotionId",
      "eventId",
      "type",
      "promotionId",
      "skuId",
      "orderId",
      "pin",
      "quantity",
      "occurredAt"),
  SHORTLINK_MAPPINGS(16, "", "eventId"),
  SHORTLINK_CLICKS(16, "code", "eventId", "code", "generation", "clickedAt"),
  USER_TAG_CHANGES(16, "userId", "eventId", "userId", "tag", "present", "changedAt");

  private final int partitions;
  private final String key;
  private final List<String> fields;

  /**
   * @param key the field that is the record's key; empty where the key is none of the fields
   * @param fields of each value
   */
  Topic(int partitions, String key, String... fields) {
    this.partitions = partitions;
    this.key = key;
    this.fields = List.of(fields);
  }

  int partitions() {
    return partitions;
  }

  String key() {
    return key;
  }

  List<String> fields() {
    return fields;
  }

  String deadLetters() {
    return this + ".dlt";
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
