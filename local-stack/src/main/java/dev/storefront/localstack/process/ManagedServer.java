package dev.storefront.localstack.process;

import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One process of the stack: how to start it, and how to tell that it works. */
public interface ManagedServer {

  /** Unique in the stack; names its record, data folder and log. */
  String name();

  /** What it listens on, the port that callers use first. */
  List<Port> ports();

  /** Every port of 127.0.0.1 that has to be free for it to start. */
  default List<Integer> listensOn(PortAssignment assignment) {
    return ports().stream().map(assignment::get).toList();
  }

  /** The names of those that have to be ready first, when they are started together with it. */
  default List<String> startsAfter() {
    return List.of();
  }

  /** Brings the data folder and the configuration files into the state that the command expects. */
  default void prepare() throws IOException {}

  /** The program and its arguments. */
  List<String> command() throws IOException;

  /** What is added to the environment of the process. */
  default Map<String, String> environment() {
    return Map.of();
  }

  /** A text that the log has once the server is up, for a server that answers before it is. */
  default Optional<String> readyText() {
    return Optional.empty();
  }

  /** Asks the server itself; answers within seconds, false when it does not. */
  boolean healthy();

  /**
   * As {@link #healthy()}, while it starts.
   *
   * @param whenItAnswers is run, each time, if it is not ready but waits for others rather than for
   *     the processors: the next one may start. Never for a server that is ready as soon as it
   *     answers
   */
  default boolean healthy(Runnable whenItAnswers) {
    return healthy();
  }

  /** Called each time that it was made sure that it is ready. */
  default void nowReady() {}

  /** Called just before it is asked to end; what fails here does not keep it from ending. */
  default void ending() throws IOException {}

  /** True if an {@code up} that stays starts it again when it has ended by itself. */
  default boolean startsAgain() {
    return false;
  }

  /** How long a start may take, on a machine that is busy with much else too. */
  default Duration startBound() {
    return Duration.ofMinutes(6);
  }

  /** How long an orderly end may take before the process is killed. */
  default Duration stopBound() {
    return Duration.ofSeconds(15);
  }
}
