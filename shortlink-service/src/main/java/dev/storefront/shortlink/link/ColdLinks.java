package dev.storefront.shortlink.link;

import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.lease.Holdings;
import dev.storefront.shortlink.lease.Holdings.Holding;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/**
 * Cold storage, believed only for the generation that a code is in now, so that a recycled code
 * never leads to its former target.
 */
@Component
class ColdLinks {

  private static final Holding SLUG = new Holding(1, 1);

  private final LinkArchive archive;
  private final Holdings holdings;

  ColdLinks(LinkArchive archive, Holdings holdings) {
    this.archive = archive;
    this.holdings = holdings;
  }

  /**
   * A link to be brought back.
   *
   * @param segmentGeneration its segment's, when it was asked for the code's
   */
  record Cold(StoredLink link, int segmentGeneration) {

    /** The one that was changed last. */
    static Cold newer(Cold one, Cold other) {
      return one.link().version() >= other.link().version() ? one : other;
    }
  }

  /** The links that there are, by code. */
  Map<String, Cold> find(List<Address> addresses) {
    Map<String, Holding> held = holdings(addresses);
    Map<String, Integer> wanted = new HashMap<>();
    held.forEach((code, holding) -> wanted.put(code, holding.generation()));
    Map<String, Cold> found = new HashMap<>();
    if (!wanted.isEmpty()) {
      archive
          .findAll(wanted)
          .forEach(
              (code, link) ->
                  found.put(
                      code, new Cold(link, held.getOrDefault(code, SLUG).segmentGeneration())));
    }
    return found;
  }

  /** What each code is in, by code; absent if nobody has it now. */
  Map<String, Holding> holdings(List<Address> addresses) {
    Map<String, Holding> held =
        new HashMap<>(
            holdings.of(
                addresses.stream()
                    .filter(Address.Numbered.class::isInstance)
                    .map(Address.Numbered.class::cast)
                    .toList()));
    addresses.stream()
        .filter(Address.Slug.class::isInstance)
        .forEach(slug -> held.put(slug.code(), SLUG));
    return held;
  }
}
