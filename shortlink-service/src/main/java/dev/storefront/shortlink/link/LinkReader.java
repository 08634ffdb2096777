package dev.storefront.shortlink.link;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.code.LinkProperties;
import dev.storefront.shortlink.link.ColdLinks.Cold;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.cache.CaffeineCacheMetrics;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * Finds links: in Redis, else in cold storage, from where they come back to Redis. Without Redis
 * nothing is answered, for nobody could say whether the link was changed or deleted a moment ago.
 */
@Component
public class LinkReader {

  private static final int MOST_REMEMBERED = 100_000;

  private final LinkStore store;
  private final ColdLinks cold;
  private final ColdReads reads;
  private final Confirmation confirmation;
  private final Clock clock;
  private final Cache<String, Lookup> without;

  LinkReader(
      LinkStore store,
      ColdLinks cold,
      ColdReads reads,
      Confirmation confirmation,
      LinkProperties properties,
      MeterRegistry meters,
      Clock clock) {
    this.store = store;
    this.cold = cold;
    this.reads = reads;
    this.confirmation = confirmation;
    this.clock = clock;
    this.without =
        CaffeineCacheMetrics.monitor(
            meters,
            Caffeine.newBuilder()
                .maximumSize(MOST_REMEMBERED)
                .expireAfterWrite(properties.unknownFor())
                .recordStats()
                .build(),
            "unknown-codes");
  }

  /** Follows a link: it and its segment live for another idle time. */
  public Lookup visit(Address address) {
    return lookUp(address, true);
  }

  /** Looks without renewing. */
  public Lookup find(Address address) {
    return lookUp(address, false);
  }

  /** As {@link #find}, of many. */
  List<Lookup> findAll(List<Address> addresses) {
    return readAll(addresses).stream()
        .map(link -> link.map(this::judge).orElseGet(Lookup.Unknown::new))
        .toList();
  }

  /** What there is, or is left: a round trip to Redis, and where links are cold one to HBase. */
  List<Optional<StoredLink>> readAll(List<Address> addresses) {
    confirmation.confirm(addresses);
    List<Optional<StoredLink>> warm = store.readAll(addresses);
    List<Address> missing = new ArrayList<>();
    for (int i = 0; i < addresses.size(); i++) {
      if (warm.get(i).isEmpty()) {
        missing.add(addresses.get(i));
      }
    }
    Map<Address, Cold> archived = cold.find(missing);
    List<Optional<StoredLink>> links = new ArrayList<>();
    for (int i = 0; i < addresses.size(); i++) {
      Cold archivedLink = archived.get(addresses.get(i));
      links.add(warm.get(i).or(() -> Optional.ofNullable(archivedLink).map(Cold::link)));
    }
    return links;
  }

  /** A link to be changed, which is done in Redis: a cold one comes back first. */
  Optional<StoredLink> bringBack(Address address) {
    confirmation.confirm(address);
    return store
        .read(address, false)
        .or(
            () ->
                reads.soon(
                    () -> findCold(address).flatMap(found -> store.restore(address, found))));
  }

  private Optional<Cold> findCold(Address address) {
    return Optional.ofNullable(cold.find(List.of(address)).get(address));
  }

  private Lookup lookUp(Address address, boolean renewing) {
    confirmation.confirm(address);
    Optional<StoredLink> link = store.read(address, renewing);
    return link.isPresent() ? judge(link.get()) : lookUpCold(address, renewing);
  }

  private Lookup lookUpCold(Address address, boolean renewing) {
    Lookup remembered = without.getIfPresent(address.code());
    return remembered != null ? remembered : reads.soon(() -> readCold(address, renewing));
  }

  private Lookup readCold(Address address, boolean renewing) {
    Lookup lookup = judgeCold(address, renewing);
    if (lookup instanceof Lookup.Unknown || lookup instanceof Lookup.Expired) {
      without.put(address.code(), lookup);
    }
    return lookup;
  }

  private Lookup judgeCold(Address address, boolean renewing) {
    Optional<Cold> found = findCold(address);
    Optional<Lookup> lookup = found.map(Cold::link).map(this::judge);
    return renewing && lookup.isPresent() && lookup.get() instanceof Lookup.Found
        ? store.restore(address, found.get()).map(this::judge).orElseGet(Lookup.Unknown::new)
        : lookup.orElseGet(Lookup.Unknown::new);
  }

  /** What a link counts as just now. */
  Lookup judge(StoredLink link) {
    if (link.deleted()) {
      return new Lookup.Unknown();
    }
    Instant now = clock.instant();
    if (link.isExpired(now)) {
      return new Lookup.Expired(link);
    }
    return link.isEarly(now) ? new Lookup.Early(link) : new Lookup.Found(link);
  }
}
