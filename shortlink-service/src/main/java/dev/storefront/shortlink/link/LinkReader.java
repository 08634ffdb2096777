package dev.storefront.shortlink.link;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.lease.Holdings;
import dev.storefront.shortlink.lease.Holdings.Holding;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.cache.CaffeineCacheMetrics;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * Finds links: in Redis, else in cold storage, from where they come back to Redis. Cold storage is
 * believed only for the generation that the code is in now, so that a recycled code never leads to
 * its former target. Without Redis nothing is answered, for nobody could say whether the link was
 * changed or deleted a moment ago.
 */
@Component
public class LinkReader {

  private static final int MOST_REMEMBERED = 100_000;
  private static final Holding SLUG = new Holding(1, 1);

  private final LinkStore store;
  private final LinkArchive archive;
  private final Holdings holdings;
  private final Clock clock;
  private final Cache<String, Lookup> without;

  LinkReader(
      LinkStore store,
      LinkArchive archive,
      Holdings holdings,
      LinkProperties properties,
      MeterRegistry meters,
      Clock clock) {
    this.store = store;
    this.archive = archive;
    this.holdings = holdings;
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

  /** As {@link #find}, of many: a round trip to Redis, and where links are cold one to HBase. */
  List<Lookup> findAll(List<Address> addresses) {
    List<Optional<StoredLink>> warm = store.readAll(addresses);
    List<Address> cold = new ArrayList<>();
    for (int i = 0; i < addresses.size(); i++) {
      if (warm.get(i).isEmpty()) {
        cold.add(addresses.get(i));
      }
    }
    Map<String, StoredLink> archived = cold.isEmpty() ? Map.of() : readCold(cold);
    List<Lookup> found = new ArrayList<>();
    for (int i = 0; i < addresses.size(); i++) {
      StoredLink link = warm.get(i).orElse(archived.get(addresses.get(i).code()));
      found.add(link == null ? new Lookup.Unknown() : judge(link));
    }
    return found;
  }

  /** A link to be changed, which is done in Redis: a cold one comes back first. */
  Optional<StoredLink> bringBack(Address address) {
    Optional<StoredLink> warm = store.read(address, false);
    if (warm.isPresent()) {
      return warm;
    }
    Map<String, Holding> held = holdings(List.of(address));
    return Optional.ofNullable(readCold(List.of(address), held).get(address.code()))
        .flatMap(link -> restore(address, link, held));
  }

  private Map<String, StoredLink> readCold(List<Address> addresses) {
    return readCold(addresses, holdings(addresses));
  }

  private Map<String, StoredLink> readCold(List<Address> addresses, Map<String, Holding> holdings) {
    Map<String, Integer> wanted = new HashMap<>();
    for (Address address : addresses) {
      Holding holding = address instanceof Address.Slug ? SLUG : holdings.get(address.code());
      if (holding != null) {
        wanted.put(address.code(), holding.generation());
      }
    }
    return wanted.isEmpty() ? Map.of() : archive.findAll(wanted);
  }

  private Map<String, Holding> holdings(List<Address> addresses) {
    return holdings.of(
        addresses.stream()
            .filter(Address.Numbered.class::isInstance)
            .map(Address.Numbered.class::cast)
            .toList());
  }

  private Lookup lookUp(Address address, boolean renewing) {
    Optional<StoredLink> link = store.read(address, renewing);
    return link.isPresent() ? judge(link.get()) : lookUpCold(address, renewing);
  }

  private Lookup lookUpCold(Address address, boolean renewing) {
    Lookup remembered = without.getIfPresent(address.code());
    if (remembered != null) {
      return remembered;
    }
    Lookup lookup = readCold(address, renewing);
    if (lookup instanceof Lookup.Unknown || lookup instanceof Lookup.Expired) {
      without.put(address.code(), lookup);
    }
    return lookup;
  }

  private Lookup readCold(Address address, boolean renewing) {
    Map<String, Holding> held = holdings(List.of(address));
    Optional<StoredLink> archived =
        Optional.ofNullable(readCold(List.of(address), held).get(address.code()));
    Lookup lookup = archived.map(this::judge).orElseGet(Lookup.Unknown::new);
    return renewing && lookup instanceof Lookup.Found found
        ? restore(address, found.link(), held).map(this::judge).orElseGet(Lookup.Unknown::new)
        : lookup;
  }

  private Optional<StoredLink> restore(
      Address address, StoredLink link, Map<String, Holding> held) {
    Holding holding = held.getOrDefault(address.code(), SLUG);
    return store.restore(address, link, holding.segmentGeneration());
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
