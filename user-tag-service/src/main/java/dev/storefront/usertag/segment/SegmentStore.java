package dev.storefront.usertag.segment;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.lua.LuaScript;
import dev.storefront.usertag.bitmap.Bitmap;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The users' tags in Redis. A segment's sets of users, its users' own tags, its known users and its
 * counts change together, in one script; each reading of a segment is one script, so it sees all of
 * a change or nothing. Calls fail as {@link ScriptRunner} says, and with 503 {@code rebuilding} if
 * Redis does not have the segment whole.
 */
@Component
public final class SegmentStore {

  /** In the place of a tag's number: all known users. */
  public static final int KNOWN = 0;

  /** In the place of a tag's number: those whose ordinals are nobody's any more. */
  static final int ERASED = -1;

  private static final LuaScript READ_SETS = LuaScript.load("usertag/readSets");
  private static final LuaScript READ_TAGS = LuaScript.load("usertag/readTags");
  private static final LuaScript COUNT_SETS = LuaScript.load("usertag/countSets");

  private final SegmentLayout layout;
  private final JdbcClient database;
  private final Namespace namespace;
  private final SegmentReplies replies;
  private final SegmentCache cache;
  private final MarkWriter writer;
  private final ScriptRunner scripts;
  private final ScriptRunner scans;

  SegmentStore(
      SegmentLayout layout,
      JdbcClient database,
      Namespace namespace,
      SegmentReplies replies,
      SegmentCache cache,
      MarkWriter writer,
      ScriptRunner scripts) {
    this.layout = layout;
    this.database = database;
    this.namespace = namespace;
    this.replies = replies;
    this.cache = cache;
    this.writer = writer;
    this.scripts = scripts;
    // What is long is read through another connection: a short call never waits behind it.
    this.scans = scripts.onAnotherConnection();
  }

  /** How ordinals are cut into segments. */
  public SegmentLayout layout() {
    return layout;
  }

  /** The highest ordinal that was given to a user, 0 before the first: about how many there are. */
  public long highestOrdinal() {
    return database.sql("SELECT value FROM counter WHERE name = 'user'").query(Long.class).single();
  }

  /** The last segment that a user's ordinal lies in; -1 as long as there is no user. */
  public int lastSegment() {
    return layout.lastSegment(highestOrdinal());
  }

  /**
   * Makes every mark so, its user known and the counts right; waits until it is done. Idempotent.
   * Of two marks for the same user and tag the later counts; that of a user who is not known any
   * more has to come last, and is for ever.
   *
   * @return how many marks were others before
   */
  public long apply(Collection<Mark> marks) {
    return writer.apply(marks, false);
  }

  /**
   * As {@link #apply}, where an earlier call may have failed: whatever was sent for these segments
   * before this one was carried out, and was not carried out itself by then, never is.
   */
  public long supersede(Collection<Mark> marks) {
    return writer.apply(marks, true);
  }

  /** The numbers of the user's tags. Tags that were deleted may be among them. */
  public Set<Integer> tagsOf(long ordinal) {
    return tagsOf(ordinal, edition -> {});
  }

  /** As {@link #tagsOf(long)}; {@code seen} gets what the segment told at that moment. */
  public Set<Integer> tagsOf(long ordinal, Consumer<Edition> seen) {
    int segment = layout.segmentOf(ordinal);
    SegmentKeys keys = keys(segment);
    ScriptCall call =
        ScriptCall.of(READ_TAGS, List.of(keys.sets(), keys.tags()), layout.offsetOf(ordinal));
    List<Object> reply = ScriptRunner.await(scripts.list(call));
    return replies.read(
        segment, reply, seen, found -> TagBlocks.tagSet(ByteBuffer.wrap((byte[]) found.get(1))));
  }

  /**
   * The tags of some of the segment's users, by their places and ascending; of those who have none
   * nothing.
   *
   * @param firstBlock in blocks of {@link SegmentLayout#USERS_PER_BLOCK} places
   * @param count of blocks, some hundred at most
   */
  public Map<Integer, int[]> tagsByPlace(int segment, int firstBlock, int count) {
    ScriptCall call = PartMarks.readBlocks(keys(segment), firstBlock, count);
    Map<Integer, int[]> tags = new HashMap<>();
    return replies.read(
        segment,
        ScriptRunner.await(scans.list(call)),
        reply -> {
          for (int i = 0; i < count; i++) {
            if (reply.get(PartMarks.FIRST_SET + i) instanceof byte[] block) {
              tags.putAll(TagBlocks.tagsByPlace(firstBlock + i, block));
            }
          }
          return tags;
        });
  }

  /**
   * The segment's users at one moment: those of each tag in the given order, then the known ones.
   * Only what is not cached here, or has changed since, comes from Redis.
   *
   * @param knownUsers whether the known users are wanted; else the last one is empty
   * @param seen gets what the segment told at that moment, from the supplier
   * @return what decodes the reply: not on the thread that it comes by
   */
  public CompletableFuture<Supplier<List<Bitmap>>> read(
      int segment, List<Integer> tags, boolean knownUsers, Consumer<Edition> seen) {
    List<Integer> wanted = new ArrayList<>(tags);
    if (knownUsers) {
      wanted.add(KNOWN);
    }
    Map<Integer, CachedSet> sets = cache.get(segment, wanted);
    return scans
        .list(StoredSets.of(sets.values()).call(READ_SETS, keys(segment), wanted, -1))
        .thenApply(
            reply ->
                () -> {
                  List<Bitmap> users =
                      replies.read(segment, reply, seen, all -> users(segment, wanted, sets, all));
                  if (!knownUsers) {
                    users.add(Bitmap.EMPTY);
                  }
                  return users;
                });
  }

  /** As {@link #read(int, List, boolean, Consumer)}, whatever is told; waits for the reply. */
  public List<Bitmap> read(int segment, List<Integer> tags, boolean knownUsers) {
    return ScriptRunner.await(read(segment, tags, knownUsers, edition -> {})).get();
  }

  /** Those of the cached sets, or of what came in their place, which is cached from now on. */
  private List<Bitmap> users(
      int segment, List<Integer> wanted, Map<Integer, CachedSet> cached, List<Object> reply) {
    StoredSets sent = StoredSets.of(reply, wanted);
    for (StoredSets.Stored set : sent.sets()) {
      CachedSet now = CachedSet.of(sent.build(), set, layout.segmentBits());
      cached.put(set.tag(), now);
      cache.put(segment, now);
    }
    List<Bitmap> users = new ArrayList<>();
    wanted.forEach(tag -> users.add(Objects.requireNonNull(cached.get(tag)).users()));
    return users;
  }

  /**
   * The sets of these tags that are others than the caller has.
   *
   * @param had what the caller has, all of one building; its bytes are not looked at
   * @param tags tags' numbers, {@link #KNOWN} for the known users; some dozens
   */
  public StoredSets changes(int segment, StoredSets had, List<Integer> tags) {
    ScriptCall call = had.call(READ_SETS, keys(segment), tags, 0); // what is not there has no users
    return StoredSets.of(replies.found(segment, ScriptRunner.await(scans.list(call))), tags);
  }

  /** The same; 503 {@code rebuilding} if one has not as many users as the index says. */
  public StoredSets wholeChanges(int segment, StoredSets had, List<Integer> tags) {
    StoredSets found = changes(segment, had, tags);
    return replies.readable(segment, found.build(), () -> found.whole(layout.segmentBits()));
  }

  /** Where the users of a set of {@link #changes} are in their segment, ascending. */
  public int[] places(int segment, StoredSets.Stored set) {
    return replies.readable(
        segment, SegmentLost.ANY_BUILD, () -> set.decode(layout.segmentBits()).positions());
  }

  /**
   * How many users have each tag: a sum over all segments.
   *
   * @param tags the tags' numbers, one or more
   * @return in the order of {@code tags}
   */
  public long[] counts(List<Integer> tags) {
    List<CompletableFuture<List<Object>>> calls =
        IntStream.rangeClosed(0, lastSegment()).mapToObj(segment -> count(segment, tags)).toList();
    long[] sums = new long[tags.size()];
    for (int segment = 0; segment < calls.size(); segment++) {
      List<Object> ofSegment = replies.found(segment, ScriptRunner.await(calls.get(segment)));
      for (int i = 0; i < sums.length; i++) {
        sums[i] += (Long) ofSegment.get(i + 1);
      }
    }
    return sums;
  }

  /** What tells the segment's building from all others; empty if it is not built. */
  public String build(int segment) {
    Object first = ScriptRunner.await(count(segment, List.of())).get(0);
    return first instanceof Long ? "" : SegmentReplies.text(first);
  }

  private CompletableFuture<List<Object>> count(int segment, List<Integer> tags) {
    return scans.list(ScriptCall.of(COUNT_SETS, List.of(keys(segment).sets()), tags.toArray()));
  }

  private SegmentKeys keys(int segment) {
    return new SegmentKeys(namespace, segment);
  }
}
