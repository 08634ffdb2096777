package dev.storefront.benchmarks.shortlink;

import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.HomeLock;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.process.ManagedServer;
import dev.storefront.localstack.process.Supervisor;
import dev.storefront.localstack.server.ProjectRoot;
import dev.storefront.localstack.stack.LocalStack;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.Map;

/** The HBase of a stack, which can be made once to keep its connections and to answer nothing. */
final class HangingHBase implements AutoCloseable {

  private static final String NAME = "hbase";

  private final Home home;
  private final Supervisor supervisor;
  private boolean over;

  HangingHBase(Home home) {
    this.home = home;
    this.supervisor = new Supervisor(home, PortAssignment.of(home, Map.of()), Clock.systemUTC());
    // A measurement that is broken off must not leave it so.
    Runtime.getRuntime().addShutdownHook(new Thread(this::close));
  }

  synchronized void pause() {
    if (over) {
      return; // whoever asked for it was late, and nobody would end it
    }
    if (supervisor.running(NAME).isEmpty()) {
      throw new IllegalStateException("No HBase runs in " + home.root());
    }
    supervisor.pause(NAME);
  }

  /** Ends it and starts it again: a region server that stood still may give up when it goes on. */
  void restart() {
    close();
    LocalStack stack = LocalStack.in(home, ProjectRoot.find(), System.getenv());
    ManagedServer server = stack.byName(NAME);
    try (HomeLock lock = HomeLock.acquire(home)) {
      stack.stop(server);
      stack.start(server);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** From now on it answers. */
  @Override
  public synchronized void close() {
    over = true;
    supervisor.resume(NAME);
  }
}
