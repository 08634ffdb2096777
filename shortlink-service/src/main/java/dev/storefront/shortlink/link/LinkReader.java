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
import java.util.concurrent.CompletableFuture;
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

  /**
   * Looks a link up for somebody who need not wait: the answer is there at once if Redis has the
   * link. Otherwise it comes on a thread that may go on with it, and fails as {@link
   * ColdReads#soon} says.
   *
   * @param visit true if it is followed: it and its segment live for another idle time
   */
  public CompletableFuture<Lookup> lookUp(Address address, boolean visit) {
    return known(address, visit)
        .map(CompletableFuture::completedFuture)
        .orElseGet(() -> reads.soon(() -> readCold(address, visit)));
  }

  /** Looks without renewing. */
  public Lookup find(Address address) {
    return known(address, false).orElseGet(() -> reads.await(() -> readCold(address, false)));
  }

  /** What Redis has, or cold storage was known not to have a moment ago. */
  private Optional<Lookup> known(Address address, boolean visit) {
    confirmation.confirm(address);
    return store
        .read(address, visit)
        .map(this::judge)
        .or(() -> Optional.ofNullable(without.getIfPresent(address.code())));
  }

  /** As {@link #find}, of many. */
  List<Lookup> findAll(List<Address> addresses) {
    return readAll(addresses).stream().map(this::judge).toList();
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
    Optional<StoredLink> link = store.read(address, false);
    return link.isPresent()
        ? link
        : reads.await(() -> cold.ask(address).thenCompose(found -> restore(address, found)));
  }

  private CompletableFuture<Optional<StoredLink>> restore(Address address, Optional<Cold> found) {
    return found
        .map(link -> store.restore(address, link))
        .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty()));
  }

  private CompletableFuture<Lookup> readCold(Address address, boolean renewing) {
    return cold.ask(address)
        .thenCompose(found -> judgeCold(address, found, renewing))
        .thenApply(
            lookup -> {
              if (lookup instanceof Lookup.Unknown || lookup instanceof Lookup.Expired) {
                without.put(address.code(), lookup);
              }
              return lookup;
            });
  }

  private CompletableFuture<Lookup> judgeCold(
      Address address, Optional<Cold> found, boolean renewing) {
    Lookup lookup = judge(found.map(Cold::link));
    return renewing && lookup instanceof Lookup.Found
        ? restore(address, found).thenApply(this::judge)
        : CompletableFuture.completedFuture(lookup);
  }

  private Lookup judge(Optional<StoredLink> link) {
    return link.map(this::judge).orElseGet(Lookup.Unknown::new);
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
