package dev.storefront.localstack.process;

import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.PortAssignment;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Starts and ends the processes of one home. Knows a process again by its record, whoever started
 * it, and touches none that it has no record of.
 */
public final class Supervisor {

  private static final int SHOWN_LOG_LINES = 15;
  // A write to a busy disk keeps a killed process for as long as it takes.
  private static final Duration KILL_BOUND = Duration.ofSeconds(60);
  private static final Duration HUNG_AFTER = Duration.ofSeconds(60);
  private static final Duration PORT_BOUND = Duration.ofSeconds(30);
  private static final int STARTS = 3;
  // The end of what all say of a port that is taken: MariaDB, the JVM and Spring Boot "already in
  // use", Redis "Address in use" with the C library it is linked with here.
  private static final String PORT_TAKEN = " in use";

  private final Home home;
  private final PortAssignment ports;
  private final Clock clock;
  private final ProcessRecords records;

  /** For the processes of that home. */
  public Supervisor(Home home, PortAssignment ports, Clock clock) {
    this.home = home;
    this.ports = ports;
    this.clock = clock;
    this.records = new ProcessRecords(home);
  }

  /** The record of the process of that name, if it runs. */
  public Optional<ProcessRecord> running(String name) {
    return records.running(name);
  }

  /** The records of all processes that run. */
  public List<ProcessRecord> running() {
    return records.running();
  }

  /** True when a process was started and has ended without being told to. */
  public boolean died(String name) {
    return records.any(name).filter(process -> !process.alive()).isPresent();
  }

  /** From now on none counts as having died. */
  public void forgetDead() {
    records.deleteDead();
  }

  /** The last lines of a process's log. */
  public List<String> lastLogLines(String name) {
    return ServerLog.of(home.log(name)).lastLines(SHOWN_LOG_LINES);
  }

  /**
   * Returns once the server is ready: at once if it runs and answers, else by starting it. One that
   * runs without answering is replaced.
   *
   * @throws ServerFailedException when it ends or is not ready within its bound
   */
  public void ensureReady(ManagedServer server) {
    ensureReady(server, () -> {});
  }

  /**
   * The same.
   *
   * @param whenItAnswers is run each time that it {@linkplain ManagedServer#healthy(Runnable)
   *     answers} and is not ready
   */
  void ensureReady(ManagedServer server, Runnable whenItAnswers) {
    if (running(server.name()).isEmpty()) {
      start(server, whenItAnswers);
    } else if (!Looks.await(server::healthy, HUNG_AFTER)) {
      kill(server.name());
      start(server, whenItAnswers);
    }
    server.nowReady();
  }

  private void start(ManagedServer server, Runnable whenItAnswers) {
    try {
      Path folder = home.data(server.name());
      Files.createDirectories(folder);
      server.prepare();
      for (int left = STARTS - 1; !isUp(server, folder, whenItAnswers, left == 0); left--) {
        // Somebody took a port between the look at it and the start; that may pass.
        Looks.pause();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + server.name(), e);
    }
  }

  /**
   * Starts the process once its ports are free.
   *
   * @return false when another took one of its ports meanwhile, unless it was the last try
   */
  private boolean isUp(ManagedServer server, Path folder, Runnable whenItAnswers, boolean last)
      throws IOException {
    Looks.await(() -> takenPorts(server).isEmpty(), PORT_BOUND);
    ServerLog log = ServerLog.begin(home.log(server.name()));
    Process process = launch(server, folder, log);
    try {
      awaitReady(server, process, log, whenItAnswers);
      return true;
    } catch (ServerFailedException e) {
      if (last || process.isAlive() || !log.contains(PORT_TAKEN)) {
        throw e;
      }
      return false;
    }
  }

  private List<Integer> takenPorts(ManagedServer server) {
    return server.listensOn(ports).stream().filter(port -> !PortAssignment.free(port)).toList();
  }

  private Process launch(ManagedServer server, Path folder, ServerLog log) throws IOException {
    List<String> command = new ArrayList<>(Detached.prefix());
    command.addAll(server.command());
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectInput(new File("/dev/null"))
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.file().toFile()));
    builder.environment().putAll(server.environment());
    Process process = builder.start();
    try {
      records.write(recordOf(server, process.pid()));
    } catch (IOException | RuntimeException e) {
      // Nobody would find it again.
      process.destroyForcibly();
      throw e;
    }
    return process;
  }

  private ProcessRecord recordOf(ManagedServer server, long pid) throws IOException {
    return new ProcessRecord(
        server.name(),
        pid,
        ProcessIdentity.of(pid).map(ProcessIdentity::startMark).orElse(""),
        clock.instant().toString(),
        server.ports().stream().findFirst().map(ports::get).orElse(0),
        server.command());
  }

  private void awaitReady(
      ManagedServer server, Process process, ServerLog log, Runnable whenItAnswers)
      throws IOException {
    long began = System.nanoTime();
    long deadline = began + server.startBound().toNanos();
    // Alive: another program may have the port, and answer.
    while (!(logSaysReady(server, log) && server.healthy(whenItAnswers) && process.isAlive())) {
      if (!process.isAlive()) {
        records.delete(server.name());
        throw failed(server, "ended with exit code " + process.exitValue(), log);
      }
      if (System.nanoTime() > deadline) {
        throw failed(server, "was not ready after " + server.startBound().toSeconds() + " s", log);
      }
      Looks.pauseIn(began);
    }
  }

  private static boolean logSaysReady(ManagedServer server, ServerLog log) throws IOException {
    Optional<String> text = server.readyText();
    return text.isEmpty() || log.contains(text.get());
  }

  private static ServerFailedException failed(ManagedServer server, String what, ServerLog log) {
    return new ServerFailedException(
        server.name(), what, log.file(), log.lastLines(SHOWN_LOG_LINES));
  }

  /**
   * Ends the process: SIGTERM, then SIGKILL after the server's bound. Nothing happens when it does
   * not run.
   */
  public void stop(ManagedServer server) {
    running(server.name())
        .ifPresent(
            process -> {
              Signal.CONT.to(process.pid());
              tellIt(server);
              Signal.TERM.to(process.pid());
              if (!Looks.await(() -> !process.alive(), server.stopBound())) {
                kill(server.name());
              }
            });
    records.delete(server.name());
  }

  private static void tellIt(ManagedServer server) {
    try {
      server.ending();
    } catch (IOException | RuntimeException noUsualAnswer) {
      // It ends all the same.
    }
  }

  /** SIGKILL; returns once the process is gone. */
  public void kill(String name) {
    running(name)
        .ifPresent(
            process -> {
              Signal.KILL.to(process.pid());
              if (!Looks.await(() -> !process.alive(), KILL_BOUND)) {
                throw new IllegalStateException(
                    "process %d (%s) survives SIGKILL".formatted(process.pid(), name));
              }
            });
    records.delete(name);
  }

  /** SIGSTOP: the process keeps its connections and answers nothing. */
  public void pause(String name) {
    running(name).ifPresent(process -> Signal.STOP.to(process.pid()));
  }

  /** SIGCONT, the end of {@link #pause(String)}. */
  public void resume(String name) {
    running(name).ifPresent(process -> Signal.CONT.to(process.pid()));
  }
}
