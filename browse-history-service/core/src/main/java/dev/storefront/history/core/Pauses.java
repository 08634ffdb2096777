package dev.storefront.history.core;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * Times in which a user wanted nothing recorded: a view made in one of them never shows, whenever
 * it comes.
 *
 * @param times in any order
 */
public record Pauses(List<Pause> times) {

  /** Of a user who never paused. */
  public static final Pauses NONE = new Pauses(List.of());

  /** The most of a user that are remembered: recording is not paused more often. */
  public static final int MOST = 500;

  private static final int WIDTH = 12;

  public Pauses {
    times = List.copyOf(times);
  }

  /**
   * One of them.
   *
   * @param from the first time of it, epoch milliseconds
   * @param to the first time after it, epoch milliseconds; {@link #OPEN} as long as it goes on
   */
  public record Pause(long from, long to) {

    /** The end of what has not ended: the highest number of 48 bits. */
    public static final long OPEN = (1L << 48) - 1;

    /** True if the view was made meanwhile. */
    boolean hides(View view) {
      return view.viewedAt() >= from && view.viewedAt() < to;
    }
  }

  /** True if the view is not to be seen. */
  public boolean hide(View view) {
    return times.stream().anyMatch(pause -> pause.hides(view));
  }

  /** As scripts know them: beginning and end in 48 bits each, the highest byte first. */
  public byte[] encode() {
    ByteBuffer bytes = ByteBuffer.allocate(times.size() * WIDTH);
    for (Pause pause : times) {
      bytes.putShort((short) (pause.from() >>> 32)).putInt((int) pause.from());
      bytes.putShort((short) (pause.to() >>> 32)).putInt((int) pause.to());
    }
    return bytes.array();
  }
}
