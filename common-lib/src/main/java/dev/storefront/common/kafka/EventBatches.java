package dev.storefront.common.kafka;

import dev.storefront.common.health.BackendUnavailableException;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.tracing.Tracer;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works off what a batch listener is given, so that no single record holds up its partition, but
 * see {@link #holdingBugs}. A record that cannot be read becomes a dead letter. When a batch fails
 * because of what stands in it, as {@link MalformedEventException} or the database says, or because
 * it meets a bug of ours, its records are tried one by one, and the culprit becomes a dead letter
 * too. Any other failure goes on to the container, which delivers the whole batch again: the work
 * has to be idempotent.
 */
public final class EventBatches {

  private static final int DEEPEST = 20;

  /** MySQL's "incorrect string value", which has no SQL state of its own. */
  private static final int INCORRECT_VALUE = 1366;

  /**
   * What only a bug throws, and throws again. Just these and nothing derived from them: an address
   * that cannot be resolved, say, is an {@link IllegalArgumentException} too.
   */
  private static final Set<Class<?>> BUGS =
      Set.of(
          ArithmeticException.class,
          ArrayIndexOutOfBoundsException.class,
          ClassCastException.class,
          DateTimeException.class,
          IllegalArgumentException.class,
          IndexOutOfBoundsException.class,
          NoSuchElementException.class,
          NullPointerException.class,
          NumberFormatException.class,
          StringIndexOutOfBoundsException.class);

  private static final Logger log = LoggerFactory.getLogger(EventBatches.class);

  private final DeadLetters deadLetters;
  private final EventTraces traces;
  private final MeterRegistry meters;
  private final boolean buriesBugs;

  EventBatches(DeadLetters deadLetters, EventTraces traces, MeterRegistry meters) {
    this(deadLetters, traces, meters, true);
  }

  private EventBatches(
      DeadLetters deadLetters, EventTraces traces, MeterRegistry meters, boolean buriesBugs) {
    this.deadLetters = deadLetters;
    this.traces = traces;
    this.meters = meters;
    this.buriesBugs = buriesBugs;
  }

  /**
   * The same for what others rely on having been carried out, such as a ledger: a bug of ours then
   * holds up its partition, and those that its consumer reads with it, until a release without the
   * bug, instead of putting records aside unseen. Each try is an error in the log, and counts in
   * {@code storefront.kafka.held.up}.
   */
  public EventBatches holdingBugs() {
    return new EventBatches(deadLetters, traces, meters, false);
  }

  /**
   * @param read makes an event of a record, or throws {@link MalformedEventException}
   * @param work carries out some of the events, at least one, in the order of their records; throws
   *     {@link MalformedEventException} for one that can never be carried out
   */
  public <E> void process(
      List<ConsumerRecord<String, byte[]>> records,
      Function<ConsumerRecord<String, byte[]>, E> read,
      Consumer<List<E>> work) {
    traced(records, taking -> process(records, read, work, taking));
  }

  /** Has work that sees to faulty records itself be a part of the traces of what it takes. */
  public void traced(List<ConsumerRecord<String, byte[]>> records, Runnable work) {
    traced(records, taking -> work.run());
  }

  private void traced(
      List<ConsumerRecord<String, byte[]>> records, Consumer<EventTraces.Taking> work) {
    try (EventTraces.Taking taking = traces.taking(records)) {
      try {
        work.accept(taking);
      } catch (RuntimeException e) {
        taking.failed(e);
        throw e;
      }
    }
  }

  private <E> void process(
      List<ConsumerRecord<String, byte[]>> records,
      Function<ConsumerRecord<String, byte[]>, E> read,
      Consumer<List<E>> work,
      EventTraces.Taking taking) {
    Map<ConsumerRecord<String, byte[]>, E> events = new LinkedHashMap<>();
    Map<ConsumerRecord<String, byte[]>, Exception> refused = new LinkedHashMap<>();
    for (ConsumerRecord<String, byte[]> record : records) {
      try {
        events.put(record, read.apply(record));
      } catch (RuntimeException e) {
        requireOf(record, e);
        refused.put(record, e);
      }
    }
    refused.putAll(carryOut(events, work, taking));
    // Last, because a batch that fails comes again as a whole.
    refused.forEach(
        (record, error) -> {
          taking.failed(record, error);
          try (Tracer.SpanInScope scope = taking.scope(record)) {
            deadLetters.accept(record, error);
          }
        });
  }

  private <E> Map<ConsumerRecord<String, byte[]>, Exception> carryOut(
      Map<ConsumerRecord<String, byte[]>, E> events,
      Consumer<List<E>> work,
      EventTraces.Taking taking) {
    if (events.size() != 1) {
      try {
        if (!events.isEmpty()) {
          work.accept(new ArrayList<>(events.values()));
        }
        return Map.of();
      } catch (RuntimeException e) {
        if (!isOfTheRecord(e)) {
          throw e;
        }
      }
    }
    Map<ConsumerRecord<String, byte[]>, Exception> refused = new LinkedHashMap<>();
    events.forEach(
        (record, event) -> {
          try (Tracer.SpanInScope scope = taking.scope(record)) {
            work.accept(List.of(event));
          } catch (RuntimeException e) {
            requireOf(record, e);
            refused.put(record, e);
          }
        });
    return refused;
  }

  /** Throws what is not to be buried, so that the whole batch comes again. */
  private void requireOf(ConsumerRecord<?, ?> record, RuntimeException error) {
    if (!isOfTheRecord(error)) {
      throw error;
    }
    if (!buriesBugs && !isOfTheRecord(error, false)) {
      String place = "%s-%d@%d".formatted(record.topic(), record.partition(), record.offset());
      log.error("A bug holds up {}", place, error);
      meters.counter("storefront.kafka.held.up", "topic", record.topic()).increment();
      throw new HeldUpException(place, error);
    }
  }

  /** A bug that holds up its partition; says so to the container's error handler. */
  private static final class HeldUpException extends RuntimeException {

    HeldUpException(String place, RuntimeException bug) {
      super("A bug holds up " + place, bug);
    }
  }

  /** True if no number of attempts will help; a server that is away never looks like this. */
  static boolean isOfTheRecord(Throwable error) {
    return isOfTheRecord(error, true);
  }

  private static boolean isOfTheRecord(Throwable error, boolean orBug) {
    Throwable cause = error;
    for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
      if (cause instanceof BackendUnavailableException || cause instanceof HeldUpException) {
        return false;
      }
      if (cause instanceof MalformedEventException
          || (orBug && cause.getCause() == null && BUGS.contains(cause.getClass()))
          || (cause instanceof SQLException sql && isInTheData(sql))) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }

  private static boolean isInTheData(SQLException error) {
    String state = error.getSQLState();
    return error.getErrorCode() == INCORRECT_VALUE
        || (state != null && (state.startsWith("22") || state.startsWith("23")));
  }
}
