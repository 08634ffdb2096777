package dev.storefront.shortlink.link;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.redis.HashSlots;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.shortlink.code.CodeBook;
import dev.storefront.shortlink.link.UntoldTable.Untold;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
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

  private static final int AT_A_TIME = 500;

  /** More than that are not looked through: they are soon decided. */
  private static final int MOST_UNDECIDED = 10_000;

  /** Until a note that cannot be read is looked at again: by then there may be another version. */
  private static final Duration UNREADABLE_FOR = Duration.ofHours(1);

  /** Until a note is looked at again that was refused: by then others had their turn. */
  private static final Duration REFUSED_FOR = Duration.ofMinutes(1);

  /** Until a note is looked at again that a doubt keeps, or a node of Redis that is away. */
  private static final Duration DOUBTED_FOR = Duration.ofSeconds(5);

  /** An instance that stops waits for the end of a look. */
  private static final Duration LONGEST_LOOK = Duration.ofSeconds(5);

  /** What is due later than that was put off: nobody can say what it is. */
  private static final Duration PUT_OFF_FROM = Duration.ofMinutes(5);

  private final UntoldTable table;
  private final CodeBook codes;
  private final LinkStore store;
  private final LinkEvents events;
  private final NoteTeller teller;
  private final Clock clock;
  private volatile double waiting = Double.NaN;

  UntoldChanges(
      UntoldTable table,
      CodeBook codes,
      LinkStore store,
      LinkEvents events,
      Clock clock,
      MeterRegistry meters) {
    this.table = table;
    this.codes = codes;
    this.store = store;
    this.events = events;
    this.teller = new NoteTeller(codes, store, events);
    this.clock = clock;
    Gauge.builder("storefront.shortlink.changes.untold", this, changes -> changes.waiting)
        .description("Changes and new links that Kafka has yet to hear of; 100,001 if more")
        .register(meters);
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
    table.delete(List.of(note));
  }

  /** Tells a change that Redis has; later, if Kafka is away. */
  void tell(long note, MappingEvent event) {
    boolean isNoted = isTold(event) ? table.delete(List.of(note)) > 0 : table.markMade(note);
    if (!isNoted) {
      // Taken for a change that was not made, as it took so long; if Redis fell back meanwhile, who
      // repaired it did not know of this one.
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
        more = settleSome(end);
      }
      waiting = table.waiting();
    } catch (DataAccessException away) {
      waiting = Double.NaN;
      log.debug("Changes are told once the database is back: {}", away.toString());
    }
  }

  /** True if no server was away, and there may be more. */
  private boolean settleSome(Instant end) {
    Instant now = clock.instant();
    List<Untold> due = table.due(now, AT_A_TIME);
    NoteTeller.Outcome outcome = teller.tell(due, () -> clock.instant().isAfter(end));
    table.settle(outcome.settled());
    // Out of the way of the others.
    table.putOff(outcome.doubted(), now.plus(DOUBTED_FOR));
    table.putOff(outcome.refused(), now.plus(REFUSED_FOR));
    table.putOff(outcome.unreadable(), now.plus(UNREADABLE_FOR));
    return outcome.complete() && due.size() == AT_A_TIME;
  }
}
