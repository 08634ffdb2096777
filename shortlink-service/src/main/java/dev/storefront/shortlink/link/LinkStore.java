package dev.storefront.shortlink.link;

import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.lua.LuaScript;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.code.TierProperties;
import dev.storefront.shortlink.marker.SegmentMarkers;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Links in Redis, each beside its segment's marker. */
@Component
class LinkStore {

  private static final LuaScript VISIT = LuaScript.load("shortlink/visitLink");
  private static final LuaScript PUBLISH = LuaScript.load("shortlink/publishLink");
  private static final LuaScript REPLACE = LuaScript.load("shortlink/replaceLink");
  private static final LuaScript RESTORE = LuaScript.load("shortlink/restoreLink");

  /** A visit renews once a tenth of the idle time has passed, so that hot links cost one read. */
  private static final double RENEW_BELOW = 0.9;

  private final ScriptRunner scripts;
  private final SegmentMarkers markers;
  private final TierProperties tiers;
  private final Clock clock;

  LinkStore(ScriptRunner scripts, SegmentMarkers markers, TierProperties tiers, Clock clock) {
    this.scripts = scripts;
    this.markers = markers;
    this.tiers = tiers;
    this.clock = clock;
  }

  /**
   * How publishing ended.
   *
   * @param link the link that holds the code now, null if the segment was recycled meanwhile
   */
  record Published(LinkReply reply, @Nullable StoredLink link) {

    /** True if the link that holds is the one that was to be published. */
    boolean isOurs() {
      return reply == LinkReply.PUBLISHED || reply == LinkReply.ALREADY_PUBLISHED;
    }
  }

  /**
   * Reads a link.
   *
   * @param renewing true if this is a visit, which lets link and segment live longer
   */
  Optional<StoredLink> read(Address address, boolean renewing) {
    return decoded(ask(address, renewing));
  }

  /** Reads links without renewing, pipelined. */
  List<Optional<StoredLink>> readAll(List<Address> addresses) {
    List<CompletableFuture<byte[]>> replies =
        addresses.stream().map(address -> ask(address, false)).toList();
    return replies.stream().map(LinkStore::decoded).toList();
  }

  private CompletableFuture<byte[]> ask(Address address, boolean renewing) {
    long idle = tiers.idleTime(address).toMillis();
    return scripts.bytes(
        ScriptCall.of(
            VISIT,
            keys(address),
            clock.millis(),
            renewing ? idle : 0,
            (long) (idle * RENEW_BELOW)));
  }

  CompletableFuture<Published> publish(Address address, StoredLink link) {
    return scripts
        .list(
            ScriptCall.of(
                PUBLISH, keys(address), link.generation(), link.encode(), keep(address, link)))
        .thenApply(
            reply -> {
              LinkReply code = LinkReply.of((Long) reply.get(0));
              byte[] holder = (byte[]) reply.get(1);
              return new Published(code, holder.length == 0 ? null : StoredLink.decode(holder));
            });
  }

  /** Puts {@code next} in place of {@code seen}; false if that is no longer what is there. */
  boolean replace(Address address, StoredLink seen, StoredLink next) {
    long reply =
        ScriptRunner.await(
            scripts.integer(
                ScriptCall.of(
                    REPLACE, keys(address), seen.version(), next.encode(), keep(address, next))));
    return LinkReply.of(reply) == LinkReply.REPLACED;
  }

  /**
   * Brings a link back from cold storage; empty if its segment went on meanwhile.
   *
   * @param segmentGeneration the segment's, when it was asked for the link's
   */
  Optional<StoredLink> restore(Address address, StoredLink link, int segmentGeneration) {
    return decoded(
        scripts.bytes(
            ScriptCall.of(
                RESTORE, keys(address), segmentGeneration, link.encode(), keep(address, link))));
  }

  /** A link that says how long it lives is kept until then, visited or not; so is an early one. */
  private long keep(Address address, StoredLink link) {
    Instant now = clock.instant();
    long idle = tiers.idleTime(address).toMillis();
    Instant end = link.expiresAt();
    Instant from = link.options().validFrom();
    long untilEnd = end == null ? 0 : Duration.between(now, end).toMillis();
    long early = from == null ? 0 : Math.max(0, Duration.between(now, from).toMillis());
    return Math.max(early + idle, untilEnd);
  }

  private List<String> keys(Address address) {
    return List.of(markers.keyOf(address.tag()), markers.linkKeyOf(address));
  }

  private static Optional<StoredLink> decoded(CompletableFuture<byte[]> reply) {
    return Optional.ofNullable(ScriptRunner.await(reply)).map(StoredLink::decode);
  }
}
