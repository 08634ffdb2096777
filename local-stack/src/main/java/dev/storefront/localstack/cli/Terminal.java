package dev.storefront.localstack.cli;

import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.HomeLock;
import java.io.IOException;
import java.io.PrintStream;

/** Where the commands write to. Results go to the output, what went wrong to the error output. */
final class Terminal {

  private static final String INTERACTIVE_PROPERTY = "storefront.tty";
  private static final String ERASE_LINE = "\r\033[K";

  private final PrintStream out;
  private final PrintStream err;
  private final boolean interactive;
  private boolean statusShown;

  Terminal(PrintStream out, PrintStream err, boolean interactive) {
    this.out = out;
    this.err = err;
    this.interactive = interactive;
  }

  static Terminal system() {
    return new Terminal(System.out, System.err, Boolean.getBoolean(INTERACTIVE_PROPERTY));
  }

  /** True when a person watches, so that a line may be overwritten. */
  boolean interactive() {
    return interactive;
  }

  /** One line, or several. */
  synchronized void line(String text) {
    clearStatus();
    out.println(text);
    out.flush();
  }

  /** What went wrong. */
  synchronized void error(String text) {
    clearStatus();
    err.println(text);
    err.flush();
  }

  /** A line that the next one replaces; only where a person watches. */
  synchronized void status(String text) {
    if (interactive) {
      out.print(ERASE_LINE + text);
      out.flush();
      statusShown = true;
    }
  }

  /** Waits until no other command is at work on the home; says so when one is. */
  HomeLock lock(Home home) throws IOException {
    return HomeLock.acquire(
        home, () -> line("Another command is at work on " + home.root() + "; waiting for it."));
  }

  private void clearStatus() {
    if (statusShown) {
      out.print(ERASE_LINE);
      statusShown = false;
    }
  }
}
