package dev.storefront.common.redis;

import dev.storefront.common.redis.Heartbeats.Found;
import io.lettuce.core.cluster.SlotHash;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a service knows of one Redis Cluster: which processes have all that it ever wrote, and which
 * slots are or were in doubt. Immutable.
 *
 * @param generation 1 at first; a higher one begins with each fall-back that is found
 * @param used all slots that any vetted primary ever owned: in others the service has nothing
 * @param nodes the vetted primaries by node id
 * @param doubts newest last; no slot is in two of them
 */
record FallbackState(long generation, HashSlots used, Map<String, Node> nodes, List<Doubt> doubts) {

  /** Of a cluster that the service has never used. */
  static final FallbackState NEW = new FallbackState(1, HashSlots.NONE, Map.of(), List.of());

  /** Slots are in doubt as long as {@code settled} is false; their floor is the generation. */
  record Doubt(long generation, HashSlots slots, Instant since, Instant foundAt, boolean settled) {

    private Doubt without(HashSlots taken) {
      return new Doubt(generation, slots.minus(taken), since, foundAt, settled);
    }
  }

  /** A primary that has all that was acknowledged in its slots, as far as that is not in doubt. */
  record Node(String runId, String replicationId, long epoch, HashSlots slots) {

    private static Node of(NodeView seen) {
      return new Node(seen.runId(), seen.replicationId(), seen.epoch(), seen.slots());
    }

    /**
     * True if it is the same process, and has been the primary all the time. A take-over changes
     * both the replication id and the epoch; a first replica changes the one only, and a slot that
     * moves the other.
     */
    private boolean goesOnAs(NodeView seen) {
      return runId.equals(seen.runId())
          && (replicationId.equals(seen.replicationId()) || epoch == seen.epoch());
    }

    /**
     * True if the process ended in order, and these are the data that it left: whoever ended it had
     * it take no more writes, and noted that as its last. A heartbeat is there, so that nobody has
     * emptied them; and nobody else had the slots meanwhile, for the epoch is the same.
     */
    private boolean leftItsDataTo(NodeView seen, Found found) {
      Heartbeat last = found.last();
      return runId.equals(found.ended())
          && last != null
          && last.nodeId().equals(seen.nodeId())
          && epoch == seen.epoch()
          && seen.slots().minus(slots).isEmpty();
    }

    private Node without(HashSlots taken) {
      return new Node(runId, replicationId, epoch, slots.minus(taken));
    }
  }

  /** True if there is nothing new about this primary. */
  boolean has(NodeView seen) {
    return Node.of(seen).equals(nodes.get(seen.nodeId()));
  }

  /** True if this primary is the process that was vetted. */
  boolean counts(NodeView seen) {
    Node known = nodes.get(seen.nodeId());
    return known != null && known.goesOnAs(seen);
  }

  /**
   * True if this primary is the process that was vetted, with no slot that it did not have then.
   * All that it says can be believed though nobody can be asked what others have found meanwhile.
   */
  boolean countsAlone(NodeView seen) {
    Node known = nodes.get(seen.nodeId());
    return known != null && known.goesOnAs(seen) && seen.slots().minus(known.slots()).isEmpty();
  }

  /**
   * The slots of the service that this primary may have an older state of.
   *
   * @param found what it has of heartbeats
   */
  HashSlots lostBy(NodeView seen, Found found) {
    Node known = nodes.get(seen.nodeId());
    HashSlots here = seen.held();
    if (known == null) {
      // An empty node that joins has lost nothing; one that has slots may have taken them over.
      return seen.slots().isEmpty() ? HashSlots.NONE : here.and(used);
    }
    if (!known.goesOnAs(seen) && !known.leftItsDataTo(seen, found)) {
      return here.or(known.slots());
    }
    return assigned(seen, seen.slots().minus(known.slots()));
  }

  /** Of slots that are new to a primary, those that nobody can have moved to it. */
  private HashSlots assigned(NodeView seen, HashSlots gained) {
    HashSlots ofReachable = HashSlots.NONE;
    HashSlots ofOthers = HashSlots.NONE;
    for (Map.Entry<String, Node> node : nodes.entrySet()) {
      if (seen.reachable().contains(node.getKey())) {
        ofReachable = ofReachable.or(node.getValue().slots());
      } else {
        ofOthers = ofOthers.or(node.getValue().slots());
      }
    }
    return gained.and(ofOthers).minus(ofReachable);
  }

  /**
   * Counts the primary as one that has everything but what is in doubt.
   *
   * @param lost the slots that are in doubt now
   * @param beat what survived of the heartbeats
   */
  FallbackState vetted(NodeView seen, HashSlots lost, @Nullable Heartbeat beat, Instant foundAt) {
    Map<String, Node> all = new HashMap<>();
    nodes.forEach((id, node) -> all.put(id, node.without(lost)));
    all.put(seen.nodeId(), Node.of(seen));
    all.entrySet().removeIf(node -> isGone(node, seen));
    HashSlots everUsed = used.or(seen.slots());
    if (lost.isEmpty()) {
      return new FallbackState(generation, everUsed, Map.copyOf(all), doubts);
    }
    List<Doubt> now = new ArrayList<>();
    Instant since =
        beat != null && beat.isFrom(seen) && lost.minus(beat.slots()).isEmpty()
            ? beat.at()
            : Instant.EPOCH;
    for (Doubt doubt : doubts) {
      if (!doubt.settled() && !doubt.slots().and(lost).isEmpty() && doubt.since().isBefore(since)) {
        since = doubt.since();
      }
      Doubt rest = doubt.without(lost);
      if (!rest.slots().isEmpty()) {
        now.add(rest);
      }
    }
    now.add(new Doubt(generation + 1, lost, since, foundAt, false));
    return new FallbackState(generation + 1, everUsed, Map.copyOf(all), List.copyOf(now));
  }

  /** Should it come back, it counts as one that was never seen. */
  private static boolean isGone(Map.Entry<String, Node> node, NodeView seen) {
    return node.getValue().slots().isEmpty() && !seen.reachable().contains(node.getKey());
  }

  /** The doubt of that generation is over; its floor stays. */
  FallbackState settled(long ofGeneration) {
    List<Doubt> now =
        doubts.stream()
            .map(
                d ->
                    d.generation() == ofGeneration
                        ? new Doubt(d.generation(), d.slots(), d.since(), d.foundAt(), true)
                        : d)
            .toList();
    return new FallbackState(generation, used, nodes, now);
  }

  /** By slot: what was written there in an earlier generation is not believed; 1 if all is. */
  long[] floors() {
    long[] floors = new long[SlotHash.SLOT_COUNT];
    for (int slot = 0; slot < floors.length; slot++) {
      floors[slot] = 1;
      for (Doubt doubt : doubts) {
        floors[slot] = doubt.slots().contains(slot) ? doubt.generation() : floors[slot];
      }
    }
    return floors;
  }

  /** True if each of the slots was in doubt after that generation. */
  boolean isInDoubtSince(long earlier, HashSlots slots) {
    HashSlots later = HashSlots.NONE;
    for (Doubt doubt : doubts) {
      later = doubt.generation() > earlier ? later.or(doubt.slots()) : later;
    }
    return slots.minus(later).isEmpty();
  }

  /** Slots of which a repair is not known to have ended. */
  HashSlots inDoubt() {
    return doubts.stream()
        .filter(d -> !d.settled())
        .map(Doubt::slots)
        .reduce(HashSlots.NONE, HashSlots::or);
  }
}
