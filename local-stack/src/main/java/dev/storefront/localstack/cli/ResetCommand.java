package dev.storefront.localstack.cli;

import dev.storefront.localstack.stack.LocalStack;
import java.io.IOException;

/** Stops everything and deletes what it has kept; the unpacked programs stay. */
final class ResetCommand {

  private final LocalStack stack;
  private final Terminal terminal;

  ResetCommand(LocalStack stack, Terminal terminal) {
    this.stack = stack;
    this.terminal = terminal;
  }

  int run() throws IOException {
    return new DownCommand(stack, terminal).run(this::delete);
  }

  private void delete() throws IOException {
    stack.home().deleteState();
    terminal.line("Deleted the data in " + stack.home().root());
  }
}
