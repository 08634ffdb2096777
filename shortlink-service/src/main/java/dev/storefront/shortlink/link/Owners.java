package dev.storefront.shortlink.link;

import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.lease.Holdings;
import dev.storefront.shortlink.lease.Ownership;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Who owned a code and when. Codes are lent in ranges, so that the lease says who had it; where a
 * link was published under it, the link says for whom.
 */
@Component
class Owners {

  private final LinkArchive archive;
  private final LinkStore store;
  private final Confirmation confirmation;
  private final Holdings holdings;
  private final ColdReads reads;

  Owners(
      LinkArchive archive,
      LinkStore store,
      Confirmation confirmation,
      Holdings holdings,
      ColdReads reads) {
    this.archive = archive;
    this.store = store;
    this.confirmation = confirmation;
    this.holdings = holdings;
    this.reads = reads;
  }

  /** Owners, oldest first; none if nobody ever had the code. */
  List<Ownership> of(Address address) {
    Map<Integer, StoredLink> links = new TreeMap<>();
    reads
        .holding(() -> archive.history(address.code()))
        .forEach(link -> links.put(link.generation(), link));
    confirmation.confirm(address);
    store.read(address, false).ifPresent(link -> links.put(link.generation(), link));
    if (address instanceof Address.Numbered numbered) {
      return holdings.owners(numbered.segment(), numbered.id()).stream()
          .map(
              lent ->
                  links.containsKey(lent.generation())
                      ? ownership(links.get(lent.generation()), lent.until())
                      : lent)
          .toList();
    }
    return links.values().stream().map(link -> ownership(link, null)).toList();
  }

  /** Who deletes a link gives the code up, though it is lent for longer. */
  private static Ownership ownership(StoredLink link, @Nullable Instant lentUntil) {
    @Nullable Instant until = link.deleted() ? Instant.ofEpochMilli(link.version()) : lentUntil;
    return new Ownership(link.createdBy(), link.generation(), link.createdAt(), until);
  }
}
