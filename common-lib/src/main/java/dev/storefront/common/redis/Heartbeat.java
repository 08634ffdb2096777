package dev.storefront.common.redis;

import io.lettuce.core.cluster.SlotHash;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a service writes to each primary all the time, into a slot of the primary. Files and
 * replicas keep the order of writes: where it survived, everything acknowledged before survived.
 *
 * @param nodeId the primary
 * @param replicationId the primary's, by which a replica that took over from it is known
 * @param at just before it was sent
 * @param slots the slots that the primary owned
 */
record Heartbeat(String nodeId, String replicationId, Instant at, HashSlots slots) {

  private static final int PARTS = 4;

  static Heartbeat of(NodeView view, Instant at) {
    return new Heartbeat(view.nodeId(), view.replicationId(), at, view.slots());
  }

  /** Null if there is none, or one that this version cannot read. */
  static @Nullable Heartbeat decode(@Nullable String text) {
    String[] parts = text == null ? new String[0] : text.split("\\|", -1);
    if (parts.length != PARTS) {
      return null;
    }
    return new Heartbeat(
        parts[0],
        parts[1],
        Instant.ofEpochMilli(Long.parseLong(parts[2])),
        HashSlots.of(parts[PARTS - 1]));
  }

  String encode() {
    return String.join("|", nodeId, replicationId, Long.toString(at.toEpochMilli()), slots + "");
  }

  /** True if what this node has, it has from the primary of the heartbeat. */
  boolean isFrom(NodeView seen) {
    return nodeId.equals(seen.nodeId()) || replicationId.equals(seen.formerReplicationId());
  }

  /** A hash tag that lies in the slot, 0 to 16383. */
  static String tag(int slot) {
    int number = 0;
    while (SlotHash.getSlot(Integer.toString(number)) != slot) {
      number++;
    }
    return Integer.toString(number);
  }
}
