package dev.storefront.localstack.cli;

import dev.storefront.localstack.home.HomeLock;
import dev.storefront.localstack.stack.LocalStack;
import java.io.IOException;

/** Ends everything and deletes what it has kept; the unpacked programs stay. */
final class ResetCommand {

  private final LocalStack stack;
  private final Terminal terminal;

  ResetCommand(LocalStack stack, Terminal terminal) {
    this.stack = stack;
    this.terminal = terminal;
  }

  int run() throws IOException {
    if (!stack.home().isUsed()) {
      terminal.line("There is nothing of a stack in " + stack.home().root());
      return 0;
    }
    try (HomeLock lock = terminal.lock(stack.home())) {
      // Not in order: that is for the data's sake, and the data go.
      stack.kill();
      stack.home().deleteState();
      terminal.line("Deleted the data in " + stack.home().root());
      return 0;
    }
  }
}
