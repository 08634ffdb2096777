package dev.storefront.localstack.cli;

import dev.storefront.localstack.home.HomeLock;
import dev.storefront.localstack.stack.LocalStack;
import java.io.IOException;

/** Stops everything of the home, however far it came up. */
final class DownCommand {

  private final LocalStack stack;
  private final Terminal terminal;

  DownCommand(LocalStack stack, Terminal terminal) {
    this.stack = stack;
    this.terminal = terminal;
  }

  int run() throws IOException {
    return run(() -> {});
  }

  /**
   * @param afterwards what to do before any other command may work on the home again
   */
  int run(Step afterwards) throws IOException {
    try (HomeLock lock = HomeLock.acquire(stack.home(), this::tellOccupied)) {
      stop();
      afterwards.run();
      return 0;
    }
  }

  private void stop() throws IOException {
    if (!stack.anyRuns()) {
      terminal.line("Nothing runs.");
      return;
    }
    try (ConsoleProgress progress = new ConsoleProgress(terminal)) {
      stack.stop(progress);
    }
  }

  private void tellOccupied() {
    terminal.line("Another command is at work on " + stack.home().root() + "; waiting for it.");
  }

  /** Something to do that may fail. */
  @FunctionalInterface
  interface Step {
    void run() throws IOException;
  }
}
