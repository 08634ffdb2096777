package dev.storefront.flashsale.order;

import dev.storefront.common.namespace.Namespace;
import io.lettuce.core.cluster.SlotHash;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;

/**
 * The Redis keys of an order, all in its slot. Ids that are taken for good outlive their records:
 * as numbers in a set of the slot, one for each period, which Redis packs into eight bytes each as
 * long as a set has no more than {@code set-max-intset-entries}.
 *
 * @param record hash: where the order is decided
 * @param taken set: ids that were put in during this period
 * @param takenBefore set: ids put in during the one before
 * @param takenUntil until when {@code taken} is needed
 * @param number the id as a member of these
 */
record OrderKeys(String record, String taken, String takenBefore, Instant takenUntil, long number) {

  /** An id stays taken for one to two of these. */
  static final Duration PERIOD = Duration.ofDays(30);

  private static final String[] TAGS = tags();

  static OrderKeys of(String orderId, Namespace namespace, Instant now) {
    String record = record(orderId, namespace);
    String taken = namespace.key("I_{" + TAGS[SlotHash.getSlot(record)] + "}:");
    long period = now.toEpochMilli() / PERIOD.toMillis();
    return new OrderKeys(
        record,
        taken + period,
        taken + (period - 1),
        Instant.ofEpochMilli((period + 2) * PERIOD.toMillis()),
        numberOf(orderId));
  }

  static String record(String orderId, Namespace namespace) {
    return namespace.key("O_{" + orderId + "}");
  }

  /** Two ids of a slot have the same one about never: eight bytes of their SHA-256. */
  private static long numberOf(String orderId) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(orderId.getBytes(StandardCharsets.UTF_8));
      return ByteBuffer.wrap(digest).getLong();
    } catch (NoSuchAlgorithmException everyJdkHasIt) {
      throw new IllegalStateException(everyJdkHasIt);
    }
  }

  /** For each slot a short hash tag that lies in it. */
  private static String[] tags() {
    String[] tags = new String[SlotHash.SLOT_COUNT];
    int found = 0;
    for (int i = 0; found < tags.length; i++) {
      String tag = Integer.toString(i, Character.MAX_RADIX);
      int slot = SlotHash.getSlot(tag);
      if (tags[slot] == null) {
        tags[slot] = tag;
        found++;
      }
    }
    return tags;
  }
}
