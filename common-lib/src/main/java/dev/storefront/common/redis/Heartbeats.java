package dev.storefront.common.redis;

import io.lettuce.core.SetArgs;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What one instance writes to each primary at each look: a heartbeat that all instances share,
 * which tells since when a node is in doubt, and one of its own. What an instance wrote to a
 * process under a key that nobody else writes is there until somebody empties that process.
 */
final class Heartbeats {

  /** How long Redis keeps those of an instance that is no more. */
  private static final Duration KEPT = Duration.ofDays(7);

  private final String owner;
  private final String instance = UUID.randomUUID().toString();

  /** By slot: they take some thousands of hashes to find. */
  private final Map<Integer, String> tags = new ConcurrentHashMap<>();

  /** By node id: the last one of this instance. */
  private final Map<String, Beaten> beaten = new ConcurrentHashMap<>();

  /**
   * @param owner the service with its namespace
   */
  Heartbeats(String owner) {
    this.owner = owner;
  }

  private record Beaten(String runId, String key, long generation) {}

  /**
   * What a process has of heartbeats.
   *
   * @param last the last one of any instance; null if there is none, or if the process was emptied
   * @param own true if there is one of this instance
   * @param wipedAfter the generation in which this instance wrote one to this process that is gone
   *     now; 0 if none is gone
   * @param ended run id of the process that left these data by an orderly end, as whoever ended it
   *     noted; null if nobody did. It may be long ago
   */
  record Found(@Nullable Heartbeat last, boolean own, long wipedAfter, @Nullable String ended) {

    /** True if somebody emptied the process. */
    boolean isWiped() {
      return wipedAfter > 0;
    }
  }

  /** What there is, under keys of a slot that the primary has. */
  Found read(NodeConnection process, NodeView seen) throws Exception {
    String key = sharedKey(seen);
    if (key == null) {
      return new Found(null, false, 0, null);
    }
    List<@Nullable String> texts = process.read(key, ownKey(key), noteKey(seen));
    boolean own = texts.get(1) != null;
    long wipedAfter = own ? 0 : beatenIn(seen, key);
    return new Found(
        wipedAfter > 0 ? null : Heartbeat.decode(texts.get(0)), own, wipedAfter, texts.get(2));
  }

  /** The generation in which this process was given one under this key, 0 if it was not. */
  private long beatenIn(NodeView seen, String key) {
    Beaten last = beaten.get(seen.nodeId());
    return last != null && last.runId().equals(seen.runId()) && last.key().equals(key)
        ? last.generation()
        : 0;
  }

  /**
   * Writes both, and takes away the note of an end that did not come. A server that takes no writes
   * now keeps those before.
   *
   * @param found what there was: one of this instance is replaced and never made anew, for it may
   *     be gone since it was read
   * @throws IllegalStateException if it is
   */
  void write(NodeConnection process, NodeView seen, Found found, Instant at, long generation)
      throws Exception {
    String key = sharedKey(seen);
    if (key == null) {
      return;
    }
    if (seen.runId().equals(found.ended())) {
      // It was told to end, and went on: what it does from now on is not in its note.
      process.delete(noteKey(seen));
    }
    String text = Heartbeat.of(seen, at).encode();
    SetArgs kept = new SetArgs().px(KEPT);
    switch (process.write(ownKey(key), text, found.own() ? kept.xx() : kept)) {
      case REFUSED -> {}
      case GONE -> throw new IllegalStateException("Somebody has just deleted " + ownKey(key));
      case DONE -> {
        beaten.put(seen.nodeId(), new Beaten(seen.runId(), key, generation));
        process.write(key, text, new SetArgs());
      }
    }
  }

  /** Null for a primary that has no slot to spare. */
  private @Nullable String sharedKey(NodeView seen) {
    int slot = seen.heartbeatSlot();
    return slot < 0 ? null : owner + ":heartbeat:{" + tag(slot) + "}";
  }

  /** Of its orderly end, as whoever ends it writes it. */
  private String noteKey(NodeView seen) {
    return "orderly-end:{" + tag(seen.heartbeatSlot()) + "}";
  }

  private String tag(int slot) {
    return tags.computeIfAbsent(slot, Heartbeat::tag);
  }

  private String ownKey(String shared) {
    return shared + ":" + instance;
  }
}
