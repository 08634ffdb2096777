package dev.storefront.localstack.cli;

import dev.storefront.localstack.demo.DemoData;
import dev.storefront.localstack.suite.Suite;
import java.time.Clock;
import java.util.concurrent.atomic.AtomicInteger;

/** Fills a running suite, by whomever it was started, with what the tour and the examples need. */
final class DemoCommand {

  private final Suite suite;
  private final Terminal terminal;

  DemoCommand(Suite suite, Terminal terminal) {
    this.suite = suite;
    this.terminal = terminal;
  }

  int run() {
    if (load() == 0) {
      terminal.line("All demo data is there.");
    }
    return 0;
  }

  /** Loads what is not there; returns how many parts that were. */
  int load() {
    AtomicInteger parts = new AtomicInteger();
    new DemoData(suite, Clock.systemUTC())
        .load(
            part -> {
              parts.incrementAndGet();
              terminal.line("Demo data: " + part);
            });
    return parts.get();
  }
}
