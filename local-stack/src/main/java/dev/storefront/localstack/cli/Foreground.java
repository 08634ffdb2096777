package dev.storefront.localstack.cli;

import dev.storefront.localstack.home.HomeLock;
import dev.storefront.localstack.process.ManagedServer;
import dev.storefront.localstack.stack.LocalStack;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/**
 * An {@code up} that stays: Ctrl-C stops everything if it was this one that started the suite, and
 * a process that dies is reported. Those that a cluster would start again, it starts again.
 */
final class Foreground implements AutoCloseable {

  private static final long POLL_MILLIS = 1_000;

  private final LocalStack stack;
  private final Terminal terminal;
  private final Thread onInterrupt;
  private final Restarts restarts;
  private volatile boolean starting;

  private Foreground(LocalStack stack, Terminal terminal, Thread starter) {
    this.stack = stack;
    this.terminal = terminal;
    restarts = new Restarts(new OfStack(), terminal, System::nanoTime);
    onInterrupt = new Thread(() -> stop(starter), "stop-on-interrupt");
  }

  /** From here on Ctrl-C ends this command. */
  static Foreground enter(LocalStack stack, Terminal terminal) {
    Foreground foreground = new Foreground(stack, terminal, Thread.currentThread());
    Runtime.getRuntime().addShutdownHook(foreground.onInterrupt);
    return foreground;
  }

  /** From here on Ctrl-C stops everything, also half started. */
  void starts() {
    starting = true;
  }

  private void stop(Thread starter) {
    // The starter gives the home free once it has let go of what it was about to start.
    starter.interrupt();
    restarts.close();
    if (!starting) {
      return; // What runs is another's.
    }
    try (HomeLock lock = terminal.lock(stack.home());
        ConsoleProgress progress = new ConsoleProgress(terminal)) {
      terminal.line("\nStopping the suite.");
      stack.stop(progress);
    } catch (IOException e) {
      terminal.error(Failures.describe(e));
    }
  }

  /** Returns when another command has stopped everything. */
  void watch() {
    terminal.line("'./storefront tour', in a second terminal, shows each service at work.");
    terminal.line("Ctrl-C stops everything.");
    Set<String> reported = new HashSet<>();
    while (stack.anyRuns()) {
      stack.processes().stream()
          .filter(process -> stack.died(process) && reported.add(process.name()))
          .forEach(this::ended);
      reported.removeIf(name -> stack.running(stack.byName(name)).isPresent());
      restarts.look(stack.processes());
      try {
        Thread.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
    terminal.line("The suite was stopped.");
  }

  private void ended(ManagedServer process) {
    terminal.error(
        "%s has ended. Its last log lines, from %s:%n  %s%n%s"
            .formatted(
                process.name(),
                stack.home().log(process.name()),
                String.join(System.lineSeparator() + "  ", stack.lastLogLines(process)),
                process.startsAgain()
                    ? "It is started again."
                    : "'./storefront start %s' starts it again.".formatted(process.name())));
  }

  private final class OfStack implements Restarts.Processes {

    @Override
    public boolean died(ManagedServer process) {
      return stack.died(process);
    }

    @Override
    public boolean runs(String name) {
      return stack.running(stack.byName(name)).isPresent();
    }

    @Override
    public void start(ManagedServer process) throws IOException {
      try (HomeLock lock = terminal.lock(stack.home())) {
        // Another command may have stopped everything meanwhile, or have been faster.
        if (stack.anyRuns() && !runs(process.name())) {
          stack.start(process);
        }
      }
    }
  }

  /** Leaves what runs to {@code ./storefront down}. */
  @Override
  public void close() {
    restarts.close();
    try {
      Runtime.getRuntime().removeShutdownHook(onInterrupt);
    } catch (IllegalStateException shuttingDown) {
      // Ctrl-C came first: everything is being stopped.
    }
  }
}
