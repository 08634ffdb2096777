package dev.storefront.shortlink.marker;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.lua.LuaScript;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.code.TierProperties;
import dev.storefront.shortlink.segment.Portion;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.springframework.stereotype.Component;

/**
 * A segment's marker is in Redis as long as anything in the segment was handed out, published or
 * visited within the tier's idle time. Its value is the segment's generation: nothing is published
 * or brought back from cold storage by who knows of an earlier one.
 */
@Component
public class SegmentMarkers {

  private static final LuaScript OPEN = LuaScript.load("shortlink/openSegment");

  /**
   * So many ids, counted from a segment's first, share a key; for ever, as it says where each is.
   */
  private static final int NEIGHBOURS = 16;

  private static final Duration LATEST_CALL = Duration.ofMinutes(10);

  private final ScriptRunner scripts;
  private final Namespace namespace;
  private final TierProperties tiers;

  SegmentMarkers(ScriptRunner scripts, Namespace namespace, TierProperties tiers) {
    this.scripts = scripts;
    this.namespace = namespace;
    this.tiers = tiers;
  }

  /**
   * The marker's key.
   *
   * @param tag the hash tag of what it marks
   */
  public String keyOf(String tag) {
    return namespace.key("shortlink:{" + tag + "}:marker");
  }

  /**
   * Where a link is, beside its marker.
   *
   * @param bucket the key of a hash that it shares with its neighbours
   * @param place its field there
   */
  public record LinkPlace(String bucket, String place) {}

  /** The place of an address, whether a link is there or not. */
  public LinkPlace placeOf(Address address) {
    return address instanceof Address.Numbered numbered
        ? placeOf(numbered.segment(), numbered.id())
        : placeAt(address.tag(), 0);
  }

  /** The place of an id of the segment. */
  public LinkPlace placeOf(Segment segment, long id) {
    return placeAt(segment.tag(), (int) (id - segment.ids().first()));
  }

  private LinkPlace placeAt(String tag, int position) {
    return new LinkPlace(
        namespace.key("shortlink:{" + tag + "}:b" + position / NEIGHBOURS),
        Integer.toString(position % NEIGHBOURS));
  }

  /**
   * Marks what was handed out as in use, so that it does not look idle before it is used. False if
   * a segment has gone on to a later generation, which refuses links of this one.
   */
  public boolean open(Collection<Portion> portions) {
    return openEach(portions, this::idleTime).stream().allMatch(opened -> opened);
  }

  /**
   * As above, of each, but none counts as in use for longer than it did, or than some minutes: for
   * so long no call of before ends its generation late.
   */
  List<Boolean> holdEach(Collection<Portion> portions) {
    return openEach(
        portions,
        segment -> {
          Duration idle = idleTime(segment);
          return idle.compareTo(LATEST_CALL) < 0 ? idle : LATEST_CALL;
        });
  }

  private Duration idleTime(Segment segment) {
    return tiers.of(segment.tier()).idleTime();
  }

  private List<Boolean> openEach(Collection<Portion> portions, Function<Segment, Duration> kept) {
    return portions.stream().map(p -> open(p, kept.apply(p.segment()))).toList().stream()
        .map(reply -> ScriptRunner.await(reply) != MarkerReply.LATER_GENERATION.number())
        .toList();
  }

  private CompletableFuture<Long> open(Portion portion, Duration kept) {
    return scripts.integer(
        ScriptCall.of(
            OPEN, List.of(keyOf(portion.segment().tag())), portion.generation(), kept.toMillis()));
  }
}
