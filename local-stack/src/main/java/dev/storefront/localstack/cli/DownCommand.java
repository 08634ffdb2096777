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
    try (HomeLock lock = terminal.lock(stack.home())) {
      stop();
      return 0;
    }
  }

  private void stop() throws IOException {
    if (!stack.anyRuns()) {
      stack.forgetDead();
      terminal.line("Nothing runs.");
      return;
    }
    try (ConsoleProgress progress = new ConsoleProgress(terminal)) {
      stack.stop(progress);
    }
  }
}
