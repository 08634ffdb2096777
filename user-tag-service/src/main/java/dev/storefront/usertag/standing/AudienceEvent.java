package dev.storefront.usertag.standing;

/**
 * Somebody has come to belong to a standing audience, or belongs to it no longer: a record of
 * {@code audience-events}.
 *
 * @param occurredAt epoch milliseconds
 */
record AudienceEvent(String eventId, String audience, String userId, Type type, long occurredAt) {

  enum Type {
    ENTERED,
    LEFT
  }
}
