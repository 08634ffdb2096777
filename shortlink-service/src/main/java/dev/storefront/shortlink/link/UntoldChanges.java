package dev.storefront.shortlink.link;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.redis.HashSlots;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.code.CodeBook;
import dev.storefront.shortlink.link.UntoldTable.Untold;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Changes of links, and new links, that Kafka has yet to hear of, in the database. A change is
 * noted before Redis gets it and forgotten once Kafka has it; what is left behind in between is
 * told again and again. So no change that Redis has is ever missing in cold storage. A new link is
 * noted only if Kafka does not answer.
 */
@Component
class UntoldChanges {

  private static final Logger log = LoggerFactory.getLogger(UntoldChanges.class);

  /** Longer than a change and its event may be under way. */
  private static final Duration UNDER_WAY = Duration.ofSeconds(30);

  private static final int AT_A_TIME = 100;

  /** So many notes in a row of failures are a server that is away, and the others would wait. */
  private static final int MOST_FAILED = 3;

  /** More than that are not looked through: they are soon decided. */
  private static final int MOST_UNDECIDED = 10_000;

  /** Until a note that cannot be read is looked at again: by then there may be another version. */
  private static final Duration UNREADABLE_FOR = Duration.ofHours(1);

  /** Until a note that a doubt keeps is looked at again. */
  private static final Duration IN_DOUBT_FOR = Duration.ofSeconds(5);

  /** An instance that stops waits for the end of a look. */
  private static final Duration LONGEST_LOOK = Duration.ofSeconds(5);

  /** What is due later than that was put off: nobody can say what it is. */
  private static final Duration PUT_OFF_FROM = Duration.ofMinutes(5);

  private final UntoldTable table;
  private final CodeBook codes;
  private final LinkStore store;
  private final LinkEvents events;
  private final Clock clock;

  UntoldChanges(
      UntoldTable table, CodeBook codes, LinkStore store, LinkEvents events, Clock clock) {
    this.table = table;
    this.codes = codes;
    this.store = store;
    this.events = events;
    this.clock = clock;
  }

  /**
   * Notes a change that is about to be made.
   *
   * @return the note, this one's alone: two instances may try to make the same version
   */
  long note(MappingEvent event) {
    return note(event, false);
  }

  private long note(MappingEvent event, boolean made) {
    return table.insert(event, made, clock.instant().plus(UNDER_WAY));
  }

  /** Forgets a change that was told, or was not made. */
  void forget(long note) {
    table.delete(note);
  }

  /** Tells a change that Redis has; later, if Kafka is away. */
  void tell(long note, MappingEvent event) {
    if (isTold(event)) {
      forget(note);
    } else if (!table.markMade(note)) {
      // Taken for a change that was not made, as it took so long.
      note(event, true);
    }
  }

  /**
   * Tells of a new link that Redis has; later, if Kafka is away. Only then there is a note: of one
   * from before, nobody could say in the end whether the link was made.
   */
  void tell(MappingEvent event) {
    if (!isTold(event)) {
      note(event, true);
    }
  }

  private boolean isTold(MappingEvent event) {
    try {
      return events.ifAnswering(() -> ScriptRunner.await(events.publish(event)));
    } catch (BackendUnavailableException kafkaAway) {
      log.warn("Cold storage hears of {} later: {}", event.code(), kafkaAway.toString());
      return false;
    }
  }

  /** Changes of these codes that Redis has had, and Kafka has yet to hear of. */
  List<MappingEvent> made(List<String> codes) {
    return table.made(codes).stream().map(Untold::event).filter(Objects::nonNull).toList();
  }

  /**
   * As above, of all codes, some at a time.
   *
   * @param after the last note that is known; 0 at first
   */
  List<Untold> madeAfter(long after, int limit) {
    return table.madeAfter(after, limit);
  }

  /** The latest note that there is. */
  long lastNote() {
    return table.last();
  }

  /**
   * True if of each change up to that note, of a link in those slots, it is known by now whether it
   * was made: if so, Kafka has heard of it, or it is among those that were made. Nobody waits for
   * what cannot be read.
   */
  boolean areDecided(long upTo, HashSlots slots) {
    List<String> undecided =
        table.undecided(upTo, clock.instant().plus(PUT_OFF_FROM), MOST_UNDECIDED);
    return undecided.size() < MOST_UNDECIDED
        && undecided.stream()
            .flatMap(code -> codes.locate(code).stream())
            .noneMatch(address -> store.isIn(slots, address));
  }

  /** Tells what was left behind. */
  @Scheduled(fixedDelay = 5_000, initialDelay = 5_000)
  void settle() {
    Instant end = clock.instant().plus(LONGEST_LOOK);
    try {
      boolean more = true;
      while (more && clock.instant().isBefore(end)) {
        more = settleSome();
      }
    } catch (DataAccessException away) {
      log.debug("Changes are told once the database is back: {}", away.toString());
    }
  }

  /** True if no server was away, and there may be more. */
  private boolean settleSome() {
    List<Untold> due = table.due(clock.instant(), AT_A_TIME);
    int failed = 0;
    for (Untold untold : due) {
      failed += settle(untold) ? 0 : 1;
      if (failed == MOST_FAILED) {
        return false;
      }
    }
    return failed == 0 && due.size() == AT_A_TIME;
  }

  /** False if a server is away: those of other notes may be there. */
  private boolean settle(Untold untold) {
    MappingEvent event = untold.event();
    try {
      if (event != null && settle(event, untold.made())) {
        forget(untold.note());
      } else {
        // Out of the way of the others.
        Duration wait = event == null ? UNREADABLE_FOR : IN_DOUBT_FOR;
        table.putOff(untold.note(), clock.instant().plus(wait));
      }
      return true;
    } catch (BackendUnavailableException away) {
      log.debug("A change is told once all servers are back: {}", away.toString());
      return false;
    }
  }

  /**
   * @return false if it has to be looked at again
   */
  private boolean settle(MappingEvent event, boolean made) {
    Optional<Address> address = codes.locate(event.code());
    Optional<StoredLink> here =
        address.flatMap(store::readDoubted).filter(link -> link.generation() == event.generation());
    if (made && address.isPresent() && store.doubt(address.get()) > 0) {
      // Who puts Redis right needs the note: Kafka's event may come too late for that.
      return false;
    }
    if (here.isEmpty() || here.get().version() >= event.version()) {
      // Not in Redis any more, or there as it was changed, perhaps once more: then that holds.
      MappingEvent last =
          here.map(link -> MappingEvent.of(event.segment(), event.code(), link)).orElse(event);
      ScriptRunner.await(events.publish(last));
    } else if (made) {
      // Redis fell back behind what it had.
      if (!store.replace(address.get(), here.get(), event.link())) {
        return false;
      }
      ScriptRunner.await(events.publish(event));
    }
    // Whoever finds a fall-back from now on waits for cold storage to have what Kafka was told.
    return !made || address.isEmpty() || store.doubtOfAll(address.get()) == 0;
  }
}
