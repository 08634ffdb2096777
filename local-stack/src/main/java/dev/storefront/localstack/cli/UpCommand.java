package dev.storefront.localstack.cli;

import dev.storefront.localstack.doctor.Doctor;
import dev.storefront.localstack.doctor.Finding;
import dev.storefront.localstack.home.HomeLock;
import dev.storefront.localstack.process.InterruptedStartException;
import dev.storefront.localstack.stack.LocalStack;
import dev.storefront.localstack.suite.ApiFailedException;
import dev.storefront.localstack.suite.Suite;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/** Starts what does not run, and shows where everything is. */
final class UpCommand {

  private static final String DETACH = "--detach";
  private static final String FLINK = "--flink";

  private final LocalStack stack;
  private final Terminal terminal;

  UpCommand(LocalStack stack, Terminal terminal) {
    this.stack = stack;
    this.terminal = terminal;
  }

  int run(List<String> options) throws IOException {
    if (!Set.of(DETACH, FLINK).containsAll(options)) {
      throw new UsageException("usage: ./storefront up [--flink] [--detach]");
    }
    UpCommand up = options.contains(FLINK) ? new UpCommand(stack.withFlink(), terminal) : this;
    return options.contains(DETACH) ? up.start(() -> {}).exitCode : up.stay();
  }

  private int stay() throws IOException {
    try (Foreground foreground = Foreground.enter(stack, terminal)) {
      Outcome outcome = start(foreground::starts);
      if (outcome == Outcome.STARTED) {
        foreground.watch();
      }
      return outcome.exitCode;
    }
  }

  private enum Outcome {
    STARTED(0),
    ALREADY_UP(0),
    REFUSED(1);

    private final int exitCode;

    Outcome(int exitCode) {
      this.exitCode = exitCode;
    }
  }

  private Outcome start(Runnable beforeIt) throws IOException {
    try (HomeLock lock = terminal.lock(stack.home())) {
      if (stack.allHealthy()) {
        terminal.line("The suite is already up.");
        chooseEngine();
        loadDemoData();
        terminal.line(AddressTable.of(stack.ports(), stack.hasFlink()));
        return Outcome.ALREADY_UP;
      }
      List<Finding> obstacles = obstacles();
      if (!obstacles.isEmpty()) {
        obstacles.forEach(finding -> terminal.error(FindingText.of(finding)));
        return Outcome.REFUSED;
      }
      beforeIt.run();
      startMissing();
      chooseEngine();
      loadDemoData();
      terminal.line(AddressTable.of(stack.ports(), stack.hasFlink()));
      return Outcome.STARTED;
    }
  }

  private List<Finding> obstacles() throws IOException {
    return new Doctor(stack)
        .examine().stream().filter(finding -> finding.weight() == Finding.Weight.ERROR).toList();
  }

  private void startMissing() throws IOException {
    long began = System.nanoTime();
    terminal.line("Starting the suite in " + stack.home().root());
    try (ConsoleProgress progress = new ConsoleProgress(terminal)) {
      stack.start(progress);
    } catch (InterruptedStartException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      terminal.error("\nNot everything is up; './storefront down' stops the rest.\n");
      throw e;
    }
    List<String> slow = stack.slowStarters();
    if (!slow.isEmpty()) {
      terminal.line("Slower for want of an archive of classes: " + String.join(", ", slow));
      terminal.line("  ('rm -r NAME/target/program', and the next 'up' makes it)");
    }
    terminal.line("Up after %.1f s.".formatted((System.nanoTime() - began) / 1e9));
  }

  /** A home that never had Flink has nothing to choose, and nobody is asked. */
  private void chooseEngine() throws IOException {
    if (stack.hasFlink()) {
      new HistoryJobs(stack, terminal).run();
    } else if (stack.hadFlink()) {
      HistoryJobs.leaveRecordingToTheService(stack.ports());
    }
  }

  /** Also for a suite that is up: the command that started it may have been broken off. */
  private void loadDemoData() throws IOException {
    try {
      new DemoCommand(Suite.at(stack.ports()), terminal).load();
    } catch (ApiFailedException e) {
      throw new IOException("the suite is up, but its demo data is not complete", e);
    }
  }
}
