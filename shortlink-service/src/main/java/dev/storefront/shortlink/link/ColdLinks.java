package dev.storefront.shortlink.link;

import com.google.common.collect.FluentIterable;
import com.google.common.collect.Iterables;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.lease.Holdings;
import dev.storefront.shortlink.lease.Holdings.Holding;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
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
  private final JointHoldings joint;

  ColdLinks(LinkArchive archive, Holdings holdings, JointHoldings joint) {
    this.archive = archive;
    this.holdings = holdings;
    this.joint = joint;
  }

  /**
   * A link to be brought back.
   *
   * @param segmentGeneration its segment's, when it was asked for the code's
   */
  record Cold(StoredLink link, int segmentGeneration) {

    /** The one that was changed last of those of the generation that the code is in. */
    static Optional<Cold> newest(Stream<StoredLink> versions, Holding holding) {
      return versions
          .filter(link -> link.generation() == holding.generation())
          .max(Comparator.comparingLong(StoredLink::version))
          .map(link -> new Cold(link, holding.segmentGeneration()));
    }
  }

  /** The link, if there is one. Nobody waits meanwhile; it may take for as long as MySQL does. */
  CompletableFuture<Optional<Cold>> ask(Address address) {
    return address instanceof Address.Numbered numbered
        ? joint
            .of(numbered)
            .thenCompose(
                held ->
                    held.map(holding -> ask(address, holding))
                        .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty())))
        : ask(address, SLUG);
  }

  private CompletableFuture<Optional<Cold>> ask(Address address, Holding holding) {
    return archive
        .ask(Map.of(address.code(), holding.generation()))
        .thenApply(links -> Cold.newest(links.values().stream(), holding));
  }

  /** The links that there are. */
  Map<Address, Cold> find(List<Address> addresses) {
    return find(addresses, List.of());
  }

  /** As above, where these changes are known besides what cold storage has. */
  Map<Address, Cold> find(List<Address> addresses, List<MappingEvent> untold) {
    Map<Address, Holding> held = holdings(addresses);
    Map<String, Integer> wanted = new HashMap<>();
    held.forEach((address, holding) -> wanted.put(address.code(), holding.generation()));
    Map<String, StoredLink> archived = wanted.isEmpty() ? Map.of() : archive.findAll(wanted);
    Map<Address, Cold> found = new HashMap<>();
    held.forEach(
        (address, holding) ->
            Cold.newest(
                    Stream.concat(
                        Stream.ofNullable(archived.get(address.code())),
                        untold.stream()
                            .filter(event -> event.code().equals(address.code()))
                            .map(MappingEvent::link)),
                    holding)
                .ifPresent(cold -> found.put(address, cold)));
    return found;
  }

  /** What each code is in; absent if nobody has it now. */
  Map<Address, Holding> holdings(Collection<Address> addresses) {
    Map<Address, Holding> held =
        new HashMap<>(
            holdings.of(FluentIterable.from(addresses).filter(Address.Numbered.class).toList()));
    Iterables.filter(addresses, Address.Slug.class).forEach(slug -> held.put(slug, SLUG));
    return held;
  }
}
