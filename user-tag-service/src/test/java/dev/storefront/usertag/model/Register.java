package dev.storefront.usertag.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One thing that is set by several calls: what it may be at some moment. A call is an interval,
 * what it does is done at some moment between its sending and its end. Of two calls the one with
 * the later stamp holds, whichever is carried out first; a call's own stamp is a moment of it,
 * unless the call says another one. Stamps of one register are all of one kind.
 *
 * @param <V> what it is set to
 */
final class Register<V> {

  /** As good as for ever. */
  static final long NEVER = Long.MAX_VALUE / 4;

  /** From the sending of a call to its answer; moments of one clock. */
  record Span(long sent, long got) {}

  /** Something sets it. */
  static final class Write<V> {

    private final V value;
    private final long sent;
    private final long firstStamp;
    private long lastStamp;
    private long got = NEVER;

    private Write(V value, long sent, long firstStamp, long lastStamp) {
      this.value = value;
      this.sent = sent;
      this.firstStamp = firstStamp;
      this.lastStamp = lastStamp;
    }

    /** It was stamped by then, and will be carried out; a later call holds. */
    void accepted(long now) {
      lastStamp = Math.max(firstStamp, Math.min(lastStamp, now));
    }

    /** Everybody sees it, or what a later stamp has made of it. */
    void done(long now) {
      accepted(now);
      got = Math.min(got, now);
    }
  }

  private final List<Write<V>> writes = new ArrayList<>();

  Register(V first) {
    writes.add(new Write<>(first, -1, -1, -1));
    writes.get(0).got = -1;
  }

  /** Comes before the call. */
  Write<V> begin(V value, long sent) {
    return begin(new Write<>(value, sent, sent, NEVER));
  }

  /** The same, of a call that says its stamp. */
  Write<V> begin(V value, long sent, long stamp) {
    return begin(new Write<>(value, sent, stamp, stamp));
  }

  private Write<V> begin(Write<V> write) {
    writes.add(write);
    return write;
  }

  /** What it may be at some moment of a call. */
  Set<V> possible(Span read) {
    long hidden = hidden(read.sent());
    return writes.stream()
        .filter(write -> write.sent < read.got() && write.lastStamp >= hidden)
        .map(write -> write.value)
        .collect(Collectors.toSet());
  }

  /** Forgets what cannot be any more from then on. */
  void forgetBefore(long now) {
    long hidden = hidden(now);
    writes.removeIf(write -> write.lastStamp < hidden);
  }

  /** What has an earlier stamp cannot be, for there is a later one that everybody saw by then. */
  private long hidden(long now) {
    return writes.stream()
        .filter(write -> write.got < now)
        .mapToLong(write -> write.firstStamp)
        .max()
        .orElse(-1);
  }
}
