package dev.storefront.shortlink.link;

import dev.storefront.common.security.Caller;
import dev.storefront.shortlink.code.Address;
import io.micrometer.core.annotation.Timed;
import java.time.Clock;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.springframework.stereotype.Component;

/**
 * Changes and deletes links, each change as a new version in Redis and then in cold storage. With
 * Kafka away a change is made all the same, and told later.
 */
@Component
class LinkEditing {

  private static final int ATTEMPTS = 5;

  private final LinkReader reader;
  private final LinkStore store;
  private final LinkIndex index;
  private final UntoldChanges untold;
  private final Clock clock;

  LinkEditing(
      LinkReader reader, LinkStore store, LinkIndex index, UntoldChanges untold, Clock clock) {
    this.reader = reader;
    this.store = store;
    this.index = index;
    this.untold = untold;
    this.clock = clock;
  }

  /** How a change ends. */
  sealed interface Edit {

    /** The link as it is now. */
    record Done(StoredLink link) implements Edit {}

    record Unknown() implements Edit {}

    /** Another application made it. */
    record NotYours() implements Edit {}
  }

  /** Changes a link; an expired one lives again if its new end lies ahead. */
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "change-link"})
  Edit change(Caller caller, Address address, UnaryOperator<LinkTerms> change) {
    return replace(
        caller,
        address,
        link -> {
          LinkTerms terms =
              change.apply(new LinkTerms(link.url(), link.expiresAt(), link.options()));
          return link.changed(terms.url(), terms.expiresAt(), terms.options(), clock.instant());
        });
  }

  /** Deletes a link; a repeat changes nothing. */
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "delete-link"})
  Edit delete(Caller caller, Address address) {
    Optional<StoredLink> gone = store.read(address, false).filter(StoredLink::deleted);
    if (gone.isPresent()) {
      return gone.get().isOpenTo(caller) ? new Edit.Done(gone.get()) : new Edit.NotYours();
    }
    return replace(caller, address, link -> link.asDeleted(clock.instant()));
  }

  private Edit replace(Caller caller, Address address, UnaryOperator<StoredLink> change) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Optional<StoredLink> seen = reader.find(address).stored();
      if (seen.isEmpty()) {
        return new Edit.Unknown();
      }
      if (!seen.get().isOpenTo(caller)) {
        return new Edit.NotYours();
      }
      // Cold ones come back first.
      Optional<StoredLink> here = store.restore(address, seen.get());
      if (here.isPresent() && !here.get().deleted()) {
        StoredLink next = change.apply(here.get());
        if (make(address, here.get(), next)) {
          return new Edit.Done(next);
        }
      }
    }
    throw new IllegalStateException(
        "The link was changed by others in each of " + ATTEMPTS + " attempts");
  }

  private boolean make(Address address, StoredLink seen, StoredLink next) {
    MappingEvent event = MappingEvent.of(address.tag(), address.code(), next);
    untold.note(event);
    if (!store.replace(address, seen, next)) {
      untold.forget(event);
      return false;
    }
    untold.tell(event);
    index.storeNow(event);
    return true;
  }
}
