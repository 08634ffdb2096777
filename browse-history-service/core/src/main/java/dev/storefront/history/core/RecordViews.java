package dev.storefront.history.core;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A call of {@code history/recordViews}, the one way for views into Redis, whoever makes it. */
public final class RecordViews {

  /** The script's name. */
  public static final String SCRIPT = "history/recordViews";

  /** What Lua says of bytes that are no views, and of times that are no numbers. */
  private static final List<String> HOPELESS =
      List.of("data string too short", "attempt to compare", "attempt to perform arithmetic");

  private RecordViews() {}

  /** The keys of a call. */
  public static List<String> keys(HistoryKeys keys) {
    return List.of(keys.views(), keys.deletions(), keys.cleared(), keys.count(), keys.pauses());
  }

  /**
   * The arguments of a call.
   *
   * @param views of one user, in any order
   */
  public static List<byte[]> args(Collection<View> views) {
    return List.of(
        text(HistoryRules.MOST_HOT_VIEWS),
        text(HistoryRules.HOT_LIFETIME.toMillis()),
        PackedViews.encode(views));
  }

  /**
   * True if what Redis has of the user is no history, so that no number of calls will help: what
   * cannot be recorded is put aside then, and others' views go on. A script that was killed, or
   * that had too little memory, may be run again.
   *
   * @param reply the error that Redis answered
   */
  public static boolean canNeverSucceed(@Nullable String reply) {
    return reply != null
        && (reply.startsWith("WRONGTYPE ")
            || (reply.startsWith("ERR ")
                && reply.contains("user_script")
                && HOPELESS.stream().anyMatch(reply::contains)));
  }

  private static byte[] text(long number) {
    return Long.toString(number).getBytes(StandardCharsets.US_ASCII);
  }
}
