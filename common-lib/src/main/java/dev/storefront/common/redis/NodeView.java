package dev.storefront.common.redis;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a Redis node says of itself at one moment.
 *
 * @param nodeId its id in the cluster, which survives restarts
 * @param primary false for a replica
 * @param runId another one for each process
 * @param replicationId another one after each restart and each take-over, and sometimes for the
 *     first replica
 * @param formerReplicationId of what it replicated until it took over, zeros if it did not
 * @param epoch its configuration epoch: higher after each take-over, and sometimes after a slot has
 *     moved
 * @param slots the slots that it owns
 * @param importing slots that are being moved to it
 * @param migrating slots of its own that are being moved to others
 * @param reachable ids of the cluster's nodes that it does not hold for failed
 */
record NodeView(
    String nodeId,
    boolean primary,
    String runId,
    String replicationId,
    String formerReplicationId,
    long epoch,
    HashSlots slots,
    HashSlots importing,
    HashSlots migrating,
    Set<String> reachable) {

  private static final Set<String> AWAY = Set.of("fail", "noaddr", "handshake");
  private static final int FLAGS = 2;
  private static final int EPOCH = 6;
  private static final int FIXED_FIELDS = 8;

  /**
   * @param info the replies to INFO server and INFO replication
   * @param clusterNodes the reply to CLUSTER NODES
   */
  static NodeView parse(String info, String clusterNodes) {
    Map<String, String> fields =
        info.lines()
            .filter(line -> line.indexOf(':') > 0)
            .map(line -> line.split(":", 2))
            .collect(Collectors.toMap(field -> field[0], field -> field[1], (one, same) -> one));
    List<String[]> nodes = clusterNodes.lines().map(line -> line.split(" ")).toList();
    String[] own =
        nodes.stream().filter(node -> node[FLAGS].contains("myself")).findFirst().orElseThrow();
    return new NodeView(
        own[0],
        own[FLAGS].contains("master") && "master".equals(fields.get("role")),
        field(fields, "run_id"),
        field(fields, "master_replid"),
        field(fields, "master_replid2"),
        Long.parseLong(own[EPOCH]),
        owned(own),
        moving(own, "-<-"),
        moving(own, "->-"),
        reachable(nodes));
  }

  private static String field(Map<String, String> fields, String name) {
    String value = fields.get(name);
    if (value == null) {
      throw new IllegalStateException("Redis' INFO has no " + name);
    }
    return value.strip();
  }

  private static HashSlots owned(String[] own) {
    HashSlots slots = HashSlots.NONE;
    for (int i = FIXED_FIELDS; i < own.length; i++) {
      slots = own[i].startsWith("[") ? slots : slots.or(HashSlots.of(own[i]));
    }
    return slots;
  }

  /** They stand in brackets: {@code [93->-<to>]} where they are, {@code [93-<-<from>]} there. */
  private static HashSlots moving(String[] own, String direction) {
    HashSlots slots = HashSlots.NONE;
    for (int i = FIXED_FIELDS; i < own.length; i++) {
      int arrow = own[i].indexOf(direction);
      slots = arrow < 0 ? slots : slots.or(HashSlots.of(own[i].substring(1, arrow)));
    }
    return slots;
  }

  /** Slots of which it may have keys. */
  HashSlots held() {
    return slots.or(importing);
  }

  /** A slot for its heartbeat, where keys are not on the move; -1 if there is none. */
  int heartbeatSlot() {
    return slots.minus(migrating).first();
  }

  private static Set<String> reachable(List<String[]> nodes) {
    Set<String> ids = new HashSet<>();
    for (String[] node : nodes) {
      if (Collections.disjoint(List.of(node[FLAGS].split(",")), AWAY)) {
        ids.add(node[0]);
      }
    }
    return Set.copyOf(ids);
  }
}
