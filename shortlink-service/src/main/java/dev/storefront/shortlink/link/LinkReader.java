package dev.storefront.shortlink.link;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.segment.SegmentPool;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.cache.CaffeineCacheMetrics;
import java.time.Clock;
import java.util.Optional;
import java.util.OptionalInt;
import org.springframework.stereotype.Component;

/**
 * Finds links: in Redis, else in cold storage, from where they come back to Redis. Cold storage is
 * believed only for the generation that the code's segment is in now, so that a recycled code never
 * leads to its former target. Without Redis nothing is answered, for nobody could say whether the
 * link was changed or deleted a moment ago.
 */
@Component
public class LinkReader {

  private static final int MOST_REMEMBERED = 100_000;
  private static final int SLUG_GENERATION = 1;

  private final LinkStore store;
  private final LinkArchive archive;
  private final SegmentPool segments;
  private final Clock clock;
  private final Cache<String, Lookup> without;

  LinkReader(
      LinkStore store,
      LinkArchive archive,
      SegmentPool segments,
      LinkProperties properties,
      MeterRegistry meters,
      Clock clock) {
    this.store = store;
    this.archive = archive;
    this.segments = segments;
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
    if (!(lookup instanceof Lookup.Found)) {
      without.put(address.code(), lookup);
    }
    return lookup;
  }

  private Lookup readCold(Address address, boolean renewing) {
    OptionalInt generation = generationOf(address);
    if (generation.isEmpty()) {
      return new Lookup.Unknown();
    }
    Optional<StoredLink> archived = archive.find(address.code(), generation.getAsInt());
    Lookup lookup = archived.map(this::judge).orElseGet(Lookup.Unknown::new);
    return renewing && lookup instanceof Lookup.Found found
        ? store.restore(address, found.link()).map(this::judge).orElseGet(Lookup.Unknown::new)
        : lookup;
  }

  private OptionalInt generationOf(Address address) {
    return address instanceof Address.Numbered numbered
        ? segments.generationOf(numbered.segment())
        : OptionalInt.of(SLUG_GENERATION);
  }

  private Lookup judge(StoredLink link) {
    if (link.deleted()) {
      return new Lookup.Unknown();
    }
    return link.isExpired(clock.instant()) ? new Lookup.Expired(link) : new Lookup.Found(link);
  }
}
