package dev.storefront.shortlink.link;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import com.google.common.collect.ObjectArrays;
import dev.storefront.common.redis.HashSlots;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.lua.LuaScript;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.code.LinkProperties;
import dev.storefront.shortlink.code.TierProperties;
import dev.storefront.shortlink.link.ColdLinks.Cold;
import dev.storefront.shortlink.marker.SegmentMarkers;
import dev.storefront.shortlink.marker.SegmentMarkers.LinkPlace;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Links in Redis, neighbours in one hash, beside their segment's marker. What lies in a slot of a
 * Redis that fell back is neither told nor changed until it is confirmed: calls fail as if Redis
 * were away.
 */
@Component
class LinkStore {

  private static final LuaScript VISIT = LuaScript.load("shortlink/visitLink");
  private static final LuaScript PUBLISH = LuaScript.load("shortlink/publishLink");
  private static final LuaScript REPLACE = LuaScript.load("shortlink/replaceLink");
  private static final LuaScript RESTORE = LuaScript.load("shortlink/restoreLink");

  /** A visit renews once a tenth of the idle time has passed, so that hot links cost one read. */
  private static final double RENEW_BELOW = 0.9;

  private static final int MOST_CONFIRMED = 100_000;

  private final ScriptRunner scripts;
  private final SegmentMarkers markers;
  private final TierProperties tiers;
  private final Clock clock;

  /** In which doubt a code's slot was when the code was confirmed. */
  private final Cache<String, Long> confirmed =
      Caffeine.newBuilder().maximumSize(MOST_CONFIRMED).build();

  private final NearLinks near;

  LinkStore(
      ScriptRunner scripts,
      SegmentMarkers markers,
      TierProperties tiers,
      LinkProperties properties,
      Clock clock) {
    this.scripts = scripts;
    this.markers = markers;
    this.tiers = tiers;
    this.near = new NearLinks(properties.near(), Ticker.systemTicker());
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
   * @param renewing true if this is a visit, which lets link and segment live longer; then what
   *     another instance changed may not show for a {@linkplain NearLinks moment}
   */
  Optional<StoredLink> read(Address address, boolean renewing) {
    return ScriptRunner.await(
        renewing ? near.get(address, () -> readNow(address, true)) : readNow(address, false));
  }

  private CompletableFuture<Optional<StoredLink>> readNow(Address address, boolean renewing) {
    return scripts
        .bytes(unlessInDoubt(address, visit(address, renewing)))
        .thenApply(LinkStore::decoded);
  }

  /** Reads what is there just now, though it may be older than what was. */
  CompletableFuture<Optional<StoredLink>> readDoubted(Address address) {
    return scripts.bytes(visit(address, false)).thenApply(LinkStore::decoded);
  }

  /** Reads links without renewing, pipelined. */
  List<Optional<StoredLink>> readAll(List<Address> addresses) {
    List<CompletableFuture<byte[]>> replies =
        addresses.stream()
            .map(address -> scripts.bytes(unlessInDoubt(address, visit(address, false))))
            .toList();
    return replies.stream().map(reply -> decoded(ScriptRunner.await(reply))).toList();
  }

  private ScriptCall visit(Address address, boolean renewing) {
    long idle = tiers.idleTime(address).toMillis();
    return call(VISIT, address, clock.millis(), renewing ? idle : 0, (long) (idle * RENEW_BELOW));
  }

  /** Until {@code latest}, as {@link LinkPublisher.NewLink} says. */
  CompletableFuture<Published> publish(Address address, StoredLink link, long latest) {
    return scripts
        .list(
            unlessInDoubt(
                address,
                call(
                    PUBLISH,
                    address,
                    link.generation(),
                    link.encodeBriefly(),
                    keep(address, link),
                    latest)))
        .whenComplete((reply, error) -> near.forget(address))
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
            scripts
                .integer(
                    unlessInDoubt(
                        address,
                        call(
                            REPLACE,
                            address,
                            seen.version(),
                            next.encodeBriefly(),
                            keep(address, next))))
                .whenComplete((done, error) -> near.forget(address)));
    return LinkReply.of(reply) == LinkReply.REPLACED;
  }

  /**
   * Brings a link back from cold storage, unless as new a version of it is here, which holds then;
   * empty if its segment went on meanwhile.
   */
  CompletableFuture<Optional<StoredLink>> restore(Address address, Cold cold) {
    return bringBack(address, cold, true).thenApply(LinkStore::decoded);
  }

  /**
   * As {@link #restore}, of many: pipelined.
   *
   * @param absentToo false for only those that are older here, or that Redis needs to have
   */
  void restoreAll(Map<Address, Cold> links, boolean absentToo) {
    List<CompletableFuture<byte[]>> replies = new ArrayList<>();
    links.forEach(
        (address, cold) ->
            replies.add(bringBack(address, cold, absentToo || isKept(address, cold.link()))));
    replies.forEach(ScriptRunner::await);
  }

  private CompletableFuture<byte[]> bringBack(Address address, Cold cold, boolean ifAbsent) {
    return scripts
        .bytes(
            call(
                RESTORE,
                address,
                cold.segmentGeneration(),
                cold.link().encodeBriefly(),
                keep(address, cold.link()),
                ifAbsent ? 1 : 0))
        .whenComplete((done, error) -> near.forget(address));
  }

  /** True if Redis has to have a link that was last changed as this one was, visited or not. */
  boolean isKept(Address address, StoredLink link) {
    Instant changed = Instant.ofEpochMilli(link.version());
    return changed.plus(link.kept(tiers.idleTime(address), changed)).isAfter(clock.instant());
  }

  /** True if a link lies in one of the slots. */
  boolean isIn(HashSlots slots, Address address) {
    return slots.covers(markers.keyOf(address.tag()));
  }

  /**
   * The doubt that the link's slot is in.
   *
   * @return its generation; 0 if there is none, or the link was confirmed in it
   */
  long doubt(Address address) {
    long doubt = scripts.doubt(markers.keyOf(address.tag()));
    return doubt > confirmedIn(address) ? doubt : 0;
  }

  /** From now on no other instance knows of more doubts. Waits for the database. */
  void learnDoubts() {
    scripts.learnFallbacks();
  }

  /** From now on Redis is right about the link, as far as that doubt goes. */
  void confirm(Address address, long doubt) {
    confirmed.put(address.code(), doubt);
  }

  private ScriptCall unlessInDoubt(Address address, ScriptCall call) {
    return call.unlessInDoubtAfter(confirmedIn(address));
  }

  private long confirmedIn(Address address) {
    Long doubt = confirmed.getIfPresent(address.code());
    return doubt == null ? 0 : doubt;
  }

  private long keep(Address address, StoredLink link) {
    return link.kept(tiers.idleTime(address), clock.instant()).toMillis();
  }

  /** All scripts of links take marker and bucket, and the link's place as their last argument. */
  private ScriptCall call(LuaScript script, Address address, Object... args) {
    LinkPlace place = markers.placeOf(address);
    return ScriptCall.of(
        script,
        List.of(markers.keyOf(address.tag()), place.bucket()),
        ObjectArrays.concat(args, place.place()));
  }

  private static Optional<StoredLink> decoded(byte @Nullable [] reply) {
    return Optional.ofNullable(reply).map(StoredLink::decode);
  }
}
