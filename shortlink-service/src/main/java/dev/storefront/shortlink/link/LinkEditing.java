package dev.storefront.shortlink.link;

import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.shortlink.code.Address;
import io.micrometer.core.annotation.Timed;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Changes and deletes links, each change as a new version in Redis and then in cold storage. */
@Component
class LinkEditing {

  private static final int ATTEMPTS = 5;

  private final LinkReader reader;
  private final LinkStore store;
  private final LinkEvents events;
  private final Clock clock;

  LinkEditing(LinkReader reader, LinkStore store, LinkEvents events, Clock clock) {
    this.reader = reader;
    this.store = store;
    this.events = events;
    this.clock = clock;
  }

  /**
   * Gives a link another target or end. An expired link lives again if its new end lies ahead.
   *
   * @param url a target that was found good; null leaves it as it is
   * @param expiresAt null leaves it as it is
   * @param endless true takes the end away
   * @return the changed link, empty if there is none
   */
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "change-link"})
  Optional<StoredLink> change(
      Address address, @Nullable String url, @Nullable Instant expiresAt, boolean endless) {
    return replace(
        MappingEvent.Type.CHANGED,
        address,
        link ->
            link.changed(
                url == null ? link.url() : url,
                endless ? null : expiresAt == null ? link.expiresAt() : expiresAt,
                clock.instant()));
  }

  /** Deletes a link; false if there is none. A repeat makes sure that cold storage hears of it. */
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "delete-link"})
  boolean delete(Address address) {
    Optional<StoredLink> here = store.read(address, false);
    if (here.isPresent() && here.get().deleted()) {
      tell(MappingEvent.Type.REMOVED, address, here.get());
      return true;
    }
    return replace(MappingEvent.Type.REMOVED, address, link -> link.asDeleted(clock.instant()))
        .isPresent();
  }

  private Optional<StoredLink> replace(
      MappingEvent.Type type, Address address, UnaryOperator<StoredLink> change) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Optional<StoredLink> seen = present(address);
      if (seen.isEmpty()) {
        return Optional.empty();
      }
      StoredLink next = change.apply(seen.get());
      if (store.replace(address, seen.get(), next)) {
        tell(type, address, next);
        return Optional.of(next);
      }
    }
    throw new IllegalStateException(
        "The link was changed by others in each of " + ATTEMPTS + " attempts");
  }

  /** The link as it is in Redis, brought there if it was cold. */
  private Optional<StoredLink> present(Address address) {
    Lookup lookup = reader.find(address);
    if (lookup instanceof Lookup.Found found) {
      return store.restore(address, found.link());
    }
    return lookup instanceof Lookup.Expired expired
        ? store.restore(address, expired.link())
        : Optional.empty();
  }

  private void tell(MappingEvent.Type type, Address address, StoredLink link) {
    ScriptRunner.await(events.publish(type, address, link));
  }
}
