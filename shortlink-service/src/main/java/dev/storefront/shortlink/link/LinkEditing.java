package dev.storefront.shortlink.link;

import com.google.common.util.concurrent.Striped;
import dev.storefront.common.degradation.Guard;
import dev.storefront.common.metrics.UseCase;
import dev.storefront.common.security.Caller;
import dev.storefront.shortlink.code.Address;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.function.UnaryOperator;
import org.springframework.stereotype.Component;

/**
 * Changes and deletes links, each change as a new version in Redis and then in cold storage. With
 * Kafka away a change is made all the same, and told later.
 */
@Component
class LinkEditing {

  private static final int ATTEMPTS = 20;
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);
  private static final int STRIPES = 1_024;

  private final LinkReader reader;
  private final LinkStore store;
  private final LinkIndex index;
  private final UntoldChanges untold;
  private final Confirmation confirmation;
  private final Guard database;
  private final Clock clock;

  /** Changes of one link go one by one here, so that only other instances get in between. */
  private final Striped<Lock> turns = Striped.lock(STRIPES);

  LinkEditing(
      LinkReader reader,
      LinkStore store,
      LinkIndex index,
      UntoldChanges untold,
      Confirmation confirmation,
      Guard database,
      Clock clock) {
    this.reader = reader;
    this.store = store;
    this.index = index;
    this.untold = untold;
    this.confirmation = confirmation;
    this.database = database;
    this.clock = clock;
  }

  /** How a change ends. */
  sealed interface Edit {

    /**
     * The link as it is now.
     *
     * @param note of the change
     */
    record Done(StoredLink link, long note) implements Edit {}

    record Unknown() implements Edit {}

    /** Another application made it. */
    record NotYours() implements Edit {}

    /** So many change it at the same time that this one did not get its turn. */
    record Busy() implements Edit {}
  }

  /** Changes a link; an expired one lives again if its new end lies ahead. */
  @UseCase("change-link")
  Edit change(Caller caller, Address address, UnaryOperator<LinkTerms> change) {
    return replace(
        caller, address, link -> link.changed(change.apply(link.terms()), clock.instant()));
  }

  /** Deletes a link; a repeat changes nothing, but tells it again: the first may not have. */
  @UseCase("delete-link")
  Edit delete(Caller caller, Address address) {
    return deletedBefore(caller, address)
        .orElseGet(
            () -> {
              Edit edit = replace(caller, address, link -> link.asDeleted(clock.instant()));
              // Somebody else deleted it just now.
              return edit instanceof Edit.Unknown
                  ? deletedBefore(caller, address).orElse(edit)
                  : edit;
            });
  }

  private Optional<Edit> deletedBefore(Caller caller, Address address) {
    confirmation.confirm(address);
    return store
        .read(address, false)
        .filter(StoredLink::deleted)
        .map(
            gone ->
                gone.isOpenTo(caller)
                    ? told(address, new Edit.Done(gone, note(address, gone)))
                    : new Edit.NotYours());
  }

  private Edit replace(Caller caller, Address address, UnaryOperator<StoredLink> change) {
    Edit edit = replaceInTurn(caller, address, change);
    return edit instanceof Edit.Done done ? told(address, done) : edit;
  }

  private Edit told(Address address, Edit.Done done) {
    MappingEvent event = MappingEvent.of(address.tag(), address.code(), done.link());
    untold.tell(done.note(), event);
    index.storeNow(event);
    return done;
  }

  private long note(Address address, StoredLink next) {
    return database.answer(() -> untold.note(MappingEvent.of(address.tag(), address.code(), next)));
  }

  private Edit replaceInTurn(Caller caller, Address address, UnaryOperator<StoredLink> change) {
    Lock turn = turns.get(address.code());
    try {
      if (!turn.tryLock(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
        return new Edit.Busy();
      }
      try {
        return tryToReplace(caller, address, change);
      } finally {
        turn.unlock();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Edit.Busy();
    }
  }

  private Edit tryToReplace(Caller caller, Address address, UnaryOperator<StoredLink> change)
      throws InterruptedException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Optional<StoredLink> seen = reader.find(address).stored();
      if (seen.isEmpty()) {
        return new Edit.Unknown();
      }
      if (!seen.get().isOpenTo(caller)) {
        return new Edit.NotYours();
      }
      Optional<StoredLink> here = reader.bringBack(address);
      if (here.isPresent() && !here.get().deleted()) {
        StoredLink next = change.apply(here.get());
        long note = note(address, next);
        if (store.replace(address, here.get(), next)) {
          return new Edit.Done(next, note);
        }
        untold.forget(note);
      }
      // Of all that try at a time, one wins each round.
      Thread.sleep(1 + attempt);
    }
    return new Edit.Busy();
  }
}
