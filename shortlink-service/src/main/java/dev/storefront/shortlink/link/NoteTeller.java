package dev.storefront.shortlink.link;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.code.CodeBook;
import dev.storefront.shortlink.link.UntoldTable.Untold;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/**
 * Tells Kafka of notes that were left behind, side by side: a server is waited for once for all.
 */
final class NoteTeller {

  private static final Logger log = LoggerFactory.getLogger(NoteTeller.class);

  /** So many failures are a server that is away, and the others would wait for it, too. */
  private static final int MOST_FAILED = 3;

  private final CodeBook codes;
  private final LinkStore store;
  private final LinkEvents events;

  NoteTeller(CodeBook codes, LinkStore store, LinkEvents events) {
    this.codes = codes;
    this.store = store;
    this.events = events;
  }

  /**
   * What became of notes.
   *
   * @param settled those that nobody needs any more: Kafka has heard of them, or they were not made
   * @param doubted those that have to be looked at again
   * @param refused those of which a server would not hear, and which are to be looked at later
   * @param unreadable those that nobody can tell, or what Redis has in their place
   * @param complete false if a server was away; some notes are in no list then
   */
  record Outcome(
      List<Untold> settled,
      List<Long> doubted,
      List<Long> refused,
      List<Long> unreadable,
      boolean complete) {}

  /** A note, and what Redis has. */
  private record Note(
      Untold untold,
      MappingEvent event,
      Optional<Address> address,
      CompletableFuture<Optional<StoredLink>> here) {

    long id() {
      return untold.note();
    }

    boolean made() {
      return untold.made();
    }
  }

  /** A note that Kafka was told of, if there was something to tell. */
  private record Telling(Note note, CompletableFuture<Void> done) {}

  /**
   * Tells what of them can be read.
   *
   * @param isOver true once no further note is to be begun
   */
  Outcome tell(List<Untold> notes, BooleanSupplier isOver) {
    List<Note> read = notes.stream().flatMap(this::read).toList();
    List<Long> unreadable =
        new ArrayList<>(
            notes.stream().filter(untold -> untold.event() == null).map(Untold::note).toList());
    List<Long> doubted = new ArrayList<>();
    List<Long> refused = new ArrayList<>();
    List<Telling> tellings = new ArrayList<>();
    int failed = 0;
    for (Note note : read) {
      if (failed == MOST_FAILED || isOver.getAsBoolean()) {
        break;
      }
      try {
        CompletableFuture<Void> done = begin(note);
        if (done == null) {
          doubted.add(note.id());
        } else if (done.isCompletedExceptionally()) {
          failed++; // no broker is known, and each further attempt would wait to find that out
        } else {
          tellings.add(new Telling(note, done));
        }
      } catch (BackendUnavailableException away) {
        // Of one node of Redis: notes of the others need not wait for it.
        log.debug("A change is told once all servers are back: {}", away.toString());
        doubted.add(note.id());
      } catch (IllegalArgumentException | JacksonException undecodable) {
        log.error(
            "A change of {} cannot be told to cold storage", note.event().code(), undecodable);
        unreadable.add(note.id());
      } catch (RuntimeException unexpected) {
        // Such as of a Redis whose password changes: the note is well, and so are the others.
        if (refused.isEmpty()) {
          log.warn("A change of {}, at least, is told later", note.event().code(), unexpected);
        }
        refused.add(note.id());
      }
    }
    List<Untold> settled = new ArrayList<>();
    for (Note note : told(tellings)) {
      if (isDoubted(note)) {
        doubted.add(note.id());
      } else {
        settled.add(note.untold());
      }
    }
    int decided = settled.size() + doubted.size() + refused.size() + unreadable.size();
    return new Outcome(settled, doubted, refused, unreadable, decided == notes.size());
  }

  /** Waits for Kafka. */
  private List<Note> told(List<Telling> tellings) {
    List<Note> told = tellings.stream().filter(NoteTeller::isTold).map(Telling::note).toList();
    if (told.stream().anyMatch(Note::made)) {
      // Whoever finds a fall-back from now on waits for cold storage to have what Kafka was told.
      store.learnDoubts();
    }
    return told;
  }

  private Stream<Note> read(Untold untold) {
    MappingEvent event = untold.event();
    if (event == null) {
      return Stream.empty();
    }
    Optional<Address> address = codes.locate(event.code());
    return Stream.of(
        new Note(
            untold,
            event,
            address,
            address
                .map(store::readDoubted)
                .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty()))));
  }

  /**
   * @return null if it has to be looked at again
   */
  private @Nullable CompletableFuture<Void> begin(Note note) {
    MappingEvent event = note.event();
    @Nullable StoredLink here =
        ScriptRunner.await(note.here())
            .filter(link -> link.generation() == event.generation())
            .orElse(null);
    if (isDoubted(note)) {
      return null;
    }
    if (here == null) {
      return events.publish(event);
    }
    if (here.version() >= event.version()) {
      // There as it was changed, perhaps once more: then that holds.
      return events.publish(MappingEvent.of(event.segment(), event.code(), here));
    }
    if (!note.made()) {
      return CompletableFuture.completedFuture(null);
    }
    // Redis fell back behind what it had.
    return store.replace(note.address().orElseThrow(), here, event.link())
        ? events.publish(event)
        : null;
  }

  /** Who puts Redis right needs a note that was made: Kafka's event may come too late for that. */
  private boolean isDoubted(Note note) {
    return note.made() && note.address().filter(address -> store.doubt(address) > 0).isPresent();
  }

  private static boolean isTold(Telling telling) {
    try {
      ScriptRunner.await(telling.done());
      return true;
    } catch (BackendUnavailableException away) {
      log.debug("A change is told once all servers are back: {}", away.toString());
      return false;
    }
  }
}
