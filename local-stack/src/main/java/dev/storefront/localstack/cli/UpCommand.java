package dev.storefront.localstack.cli;

import dev.storefront.localstack.doctor.Doctor;
import dev.storefront.localstack.doctor.Finding;
import dev.storefront.localstack.home.HomeLock;
import dev.storefront.localstack.service.LocalStack;
import java.io.IOException;
import java.util.List;

/** Starts what does not run, and shows where everything is. */
final class UpCommand {

  private static final String DETACH = "--detach";
  private static final int FAILED = 1;

  private final LocalStack stack;
  private final Terminal terminal;

  UpCommand(LocalStack stack, Terminal terminal) {
    this.stack = stack;
    this.terminal = terminal;
  }

  int run(List<String> options) throws IOException {
    if (!options.isEmpty() && !options.equals(List.of(DETACH))) {
      throw new UsageException("usage: ./storefront up [--detach]");
    }
    if (!options.isEmpty()) {
      return start();
    }
    try (Foreground foreground = Foreground.enter(stack, terminal)) {
      int code = start();
      if (code == 0) {
        foreground.watch();
      }
      return code;
    }
  }

  private int start() throws IOException {
    try (HomeLock lock = HomeLock.acquire(stack.home(), this::tellOccupied)) {
      if (stack.allHealthy()) {
        terminal.line("The suite is already up.");
      } else {
        List<Finding> obstacles = obstacles();
        if (!obstacles.isEmpty()) {
          obstacles.forEach(finding -> terminal.error(FindingText.of(finding)));
          return FAILED;
        }
        startMissing();
      }
    }
    terminal.line(AddressTable.of(stack.ports()));
    return 0;
  }

  private void tellOccupied() {
    terminal.line("Another command is at work on " + stack.home().root() + "; waiting for it.");
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
    } catch (IOException | RuntimeException e) {
      terminal.error("\nNot everything is up; './storefront down' stops the rest.\n");
      throw e;
    }
    terminal.line("Up after %.1f s.".formatted((System.nanoTime() - began) / 1e9));
  }
}
