package dev.storefront.shortlink.marker;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.lua.LuaScript;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.code.TierProperties;
import dev.storefront.shortlink.segment.Portion;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Component;

/**
 * A segment's marker is in Redis as long as anything in the segment was handed out, published or
 * visited within the tier's idle time. Its value is the segment's generation: nothing is published
 * or brought back from cold storage by who knows of an earlier one.
 */
@Component
public class SegmentMarkers {

  private static final LuaScript OPEN = LuaScript.load("shortlink/openSegment");

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

  /** The key of a link, beside its marker. */
  public String linkKeyOf(Address address) {
    return namespace.key("shortlink:{" + address.tag() + "}:" + address.code());
  }

  /**
   * Marks what was handed out as in use, so that it does not look idle before it is used. False if
   * a segment has gone on to a later generation, which refuses links of this one.
   */
  public boolean open(Collection<Portion> portions) {
    return openEach(portions).stream().allMatch(opened -> opened);
  }

  /** As above, of each. */
  public List<Boolean> openEach(Collection<Portion> portions) {
    return portions.stream().map(this::open).toList().stream()
        .map(reply -> ScriptRunner.await(reply) != MarkerReply.LATER_GENERATION.number())
        .toList();
  }

  private CompletableFuture<Long> open(Portion portion) {
    Segment segment = portion.segment();
    return scripts.integer(
        ScriptCall.of(
            OPEN,
            List.of(keyOf(segment.tag())),
            portion.generation(),
            tiers.of(segment.tier()).idleTime().toMillis()));
  }
}
