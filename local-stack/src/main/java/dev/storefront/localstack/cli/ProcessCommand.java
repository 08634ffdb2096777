package dev.storefront.localstack.cli;

import dev.storefront.localstack.home.HomeLock;
import dev.storefront.localstack.process.ManagedServer;
import dev.storefront.localstack.stack.LocalStack;
import java.io.IOException;
import java.util.List;

/** Starts or stops one process. */
final class ProcessCommand {

  private final LocalStack stack;
  private final Terminal terminal;

  ProcessCommand(LocalStack stack, Terminal terminal) {
    this.stack = stack;
    this.terminal = terminal;
  }

  int start(List<String> options) throws IOException {
    ManagedServer process = theOne(options);
    try (HomeLock lock = HomeLock.acquire(stack.home())) {
      stack.start(process);
    }
    terminal.line(process.name() + " is up.");
    return 0;
  }

  int stop(List<String> options) throws IOException {
    ManagedServer process = theOne(options);
    try (HomeLock lock = HomeLock.acquire(stack.home())) {
      stack.stop(process);
    }
    terminal.line(process.name() + " is stopped.");
    return 0;
  }

  private ManagedServer theOne(List<String> options) {
    if (options.size() != 1) {
      throw new UsageException("usage: ./storefront start NAME | ./storefront stop NAME");
    }
    return stack.byName(options.get(0));
  }
}
