package dev.storefront.shortlink.link;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.kafka.EventJson;
import dev.storefront.common.kafka.MalformedEventException;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.code.CodeBook;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Changes of links that Kafka has yet to hear of, in the database. A change is noted before Redis
 * gets it and forgotten once Kafka has it; what is left behind in between is told again and again.
 * So no change that Redis has is ever missing in cold storage.
 */
@Component
class UntoldChanges {

  private static final Logger log = LoggerFactory.getLogger(UntoldChanges.class);

  /** Longer than a change and its event may be under way. */
  private static final Duration UNDER_WAY = Duration.ofSeconds(30);

  private static final int AT_A_TIME = 100;

  /** Until a note that cannot be read is looked at again: by then there may be another version. */
  private static final Duration UNREADABLE_FOR = Duration.ofHours(1);

  private final JdbcClient jdbc;
  private final EventJson json;
  private final CodeBook codes;
  private final LinkStore store;
  private final LinkEvents events;
  private final Clock clock;

  UntoldChanges(
      JdbcClient jdbc,
      EventJson json,
      CodeBook codes,
      LinkStore store,
      LinkEvents events,
      Clock clock) {
    this.jdbc = jdbc;
    this.json = json;
    this.codes = codes;
    this.store = store;
    this.events = events;
    this.clock = clock;
  }

  /**
   * @param event null if it cannot be read
   * @param made true if Redis is known to have had it
   */
  private record Untold(String code, long version, @Nullable MappingEvent event, boolean made) {}

  /** Notes a change that is about to be made. */
  void note(MappingEvent event) {
    jdbc.sql(
            "INSERT INTO untold_changes (code, version, event, made, due_at) VALUES (?, ?, ?,"
                + " FALSE, ?) ON DUPLICATE KEY UPDATE event = VALUES(event), due_at ="
                + " VALUES(due_at)")
        .params(
            event.code(),
            event.version(),
            json.write(event),
            clock.instant().plus(UNDER_WAY).toEpochMilli())
        .update();
  }

  /** Forgets a change that was told, or was not made. */
  void forget(MappingEvent event) {
    jdbc.sql("DELETE FROM untold_changes WHERE code = ? AND version = ?")
        .params(event.code(), event.version())
        .update();
  }

  /** Tells a change that Redis has; later, if Kafka is away. */
  void tell(MappingEvent event) {
    try {
      ScriptRunner.await(events.publish(event));
      forget(event);
    } catch (BackendUnavailableException kafkaAway) {
      log.warn(
          "Cold storage hears of a change of {} later: {}", event.code(), kafkaAway.toString());
      jdbc.sql("UPDATE untold_changes SET made = TRUE WHERE code = ? AND version = ?")
          .params(event.code(), event.version())
          .update();
    }
  }

  /** Tells what was left behind. */
  @Scheduled(fixedDelay = 5_000, initialDelay = 5_000)
  void settle() {
    try {
      for (Untold untold : due()) {
        MappingEvent event = untold.event();
        if (event == null) {
          putOff(untold);
        } else {
          settle(event, untold.made());
        }
      }
    } catch (BackendUnavailableException | DataAccessException away) {
      log.debug("Changes are told once all servers are back: {}", away.toString());
    }
  }

  private void settle(MappingEvent event, boolean made) {
    Optional<Address> address = codes.locate(event.code());
    Optional<StoredLink> here =
        address
            .flatMap(place -> store.read(place, false))
            .filter(link -> link.generation() == event.generation());
    if (here.isEmpty() || here.get().version() >= event.version()) {
      // Not in Redis any more, or there as it was changed, perhaps once more: then that holds.
      MappingEvent last =
          here.map(link -> MappingEvent.of(event.segment(), event.code(), link)).orElse(event);
      ScriptRunner.await(events.publish(last));
    } else if (made) {
      // Redis fell back behind what it had.
      if (!store.replace(address.get(), here.get(), event.link())) {
        return;
      }
      ScriptRunner.await(events.publish(event));
    }
    forget(event);
  }

  private List<Untold> due() {
    return jdbc.sql(
            "SELECT code, version, event, made FROM untold_changes WHERE due_at <= ?"
                + " ORDER BY due_at LIMIT ?")
        .params(clock.millis(), AT_A_TIME)
        .query(
            (row, n) ->
                new Untold(
                    row.getString("code"),
                    row.getLong("version"),
                    read(row.getBytes("event"), row.getString("code")),
                    row.getBoolean("made")))
        .list();
  }

  private @Nullable MappingEvent read(byte[] event, String code) {
    try {
      return json.read(event, MappingEvent.class);
    } catch (MalformedEventException e) {
      log.error("A change of {} cannot be told to cold storage: {}", code, e.getMessage());
      return null;
    }
  }

  /** Out of the way of the others. */
  private void putOff(Untold untold) {
    jdbc.sql("UPDATE untold_changes SET due_at = ? WHERE code = ? AND version = ?")
        .params(
            clock.instant().plus(UNREADABLE_FOR).toEpochMilli(), untold.code(), untold.version())
        .update();
  }
}
