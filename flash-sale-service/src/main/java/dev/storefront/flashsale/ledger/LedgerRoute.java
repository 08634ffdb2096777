package dev.storefront.flashsale.ledger;

import dev.storefront.common.switches.Switch;
import dev.storefront.common.switches.Switches;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Which way entries take just now: through Kafka, in order for each promotion, or directly.
 * Operators say so by the switch {@code ledger-mode}; in {@code auto} the route turns to direct
 * when Kafka has acknowledged nothing for {@code ledger-direct-after-seconds}, and back when Kafka
 * acknowledges again and has all that was written meanwhile.
 *
 * <p>Instances turn together, so that no entry overtakes one that waits for Kafka: an instance for
 * which Kafka fails joins those that write directly already before it asks Kafka again, and one
 * that learns that the turn is over goes through Kafka at once if Kafka is there for it.
 */
@Component
public class LedgerRoute {

  private static final Logger log = LoggerFactory.getLogger(LedgerRoute.class);
  private static final int DIRECT_AFTER_SECONDS = 5;
  private static final int LONGEST_WAIT_SECONDS = 3_600;

  private final LedgerTopic topic;
  private final DirectLedger direct;
  private final Clock clock;
  private final Switch<LedgerMode> mode;
  private final Switch<Integer> directAfterSeconds;

  /** The turn in which this instance writes directly, null while it goes through Kafka. */
  private volatile @Nullable Long turn;

  LedgerRoute(
      LedgerTopic topic,
      DirectLedger direct,
      Switches switches,
      LedgerProperties properties,
      MeterRegistry meters,
      Clock clock) {
    this.topic = topic;
    this.direct = direct;
    this.clock = clock;
    mode =
        switches.define(
            "ledger-mode",
            properties.mode(),
            text -> LedgerMode.valueOf(text.toUpperCase(Locale.ROOT)));
    directAfterSeconds =
        switches.defineInt(
            "ledger-direct-after-seconds", DIRECT_AFTER_SECONDS, 1, LONGEST_WAIT_SECONDS);
    Gauge.builder("storefront.flashsale.ledger.direct", this, route -> route.isDirect() ? 1 : 0)
        .description("1 while the ledger is written without Kafka")
        .register(meters);
  }

  /** True while entries are written to MySQL without Kafka, which takes fewer at once. */
  public boolean isDirect() {
    return switch (mode.get()) {
      case KAFKA -> false;
      case DIRECT -> true;
      case AUTO -> turn != null;
    };
  }

  /** False while entries are known not to arrive: then nothing can be grabbed either. */
  public boolean accepts() {
    return isDirect() || topic.accepts();
  }

  /**
   * Appends the entries. Completes when Kafka has acknowledged all of them, or MySQL has them;
   * after a failure each may have been written or not.
   */
  public CompletableFuture<Void> append(List<LedgerEntry> entries) {
    try {
      return isDirect() && writeDirectly(entries)
          ? CompletableFuture.completedFuture(null)
          : topic.send(entries);
    } catch (RuntimeException notWritten) {
      return CompletableFuture.failedFuture(notWritten);
    }
  }

  /** False if the entries are to go through Kafka, because the instances have turned back. */
  private boolean writeDirectly(List<LedgerEntry> entries) {
    Long known = turn;
    long current = known == null ? direct.turn() : known;
    while (!direct.write(entries, current)) {
      if (mode.get() == LedgerMode.AUTO && topic.acknowledges()) {
        turn = null;
        return false;
      }
      // Kafka is there for others only, or an operator wants it so: a turn of our own.
      current = direct.turn();
      turn = current;
    }
    return true;
  }

  /** Looks at Kafka if it failed, and turns if it is time to. */
  @Scheduled(fixedDelay = 500)
  void look() {
    try {
      switch (mode.get()) {
        case KAFKA -> {
          turn = null;
          topic.acknowledges();
        }
        case DIRECT -> {
          turnToDirect();
          topic.acknowledges();
        }
        case AUTO -> {
          if (turn != null) {
            turnBackIfKafkaHasAll();
          } else if (topic.isFailing()) {
            turnToDirectIfOthersDidOrKafkaStaysAway();
          }
        }
      }
    } catch (RuntimeException e) {
      log.warn("The ledger's route stays, direct: {}: {}", isDirect(), e.toString());
    }
  }

  private void turnToDirect() {
    if (turn == null) {
      turn = direct.turn();
    }
  }

  private void turnToDirectIfOthersDidOrKafkaStaysAway() {
    if (!joinsOthers() && !topic.acknowledges()) {
      turnToDirectIfKafkaStaysAway();
    }
  }

  private boolean joinsOthers() {
    try {
      // In this order: a turn with entries that wait is not over.
      long present = direct.turn();
      if (!direct.isWaitingForKafka()) {
        return false;
      }
      turn = present;
      log.warn("Others write the ledger directly while Kafka is away: so does this instance");
      return true;
    } catch (DataAccessException mysqlIsAway) {
      // Nobody writes directly then, and Kafka is all there is.
      log.debug("It cannot be seen whether others write directly", mysqlIsAway);
      return false;
    }
  }

  private void turnToDirectIfKafkaStaysAway() {
    Duration patience = Duration.ofSeconds(directAfterSeconds.get());
    if (topic
        .failingSince()
        .filter(since -> !clock.instant().isBefore(since.plus(patience)))
        .isPresent()) {
      turnToDirect();
      log.warn("Kafka has acknowledged nothing for {}: the ledger is written directly", patience);
    }
  }

  private void turnBackIfKafkaHasAll() {
    Long present = turn;
    if (present != null && topic.acknowledges()) {
      direct.end(present);
      turn = null;
      log.warn("Kafka acknowledges again and has everything: the ledger goes through it");
    }
  }
}
