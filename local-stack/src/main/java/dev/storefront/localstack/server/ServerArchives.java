package dev.storefront.localstack.server;

import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.HomeLock;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.process.ManagedServer;
import dev.storefront.localstack.process.Supervisor;
import java.io.IOException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;

/**
 * Makes the archives of the classes that Kafka and HBase load, unless they are there: starts and
 * ends each once, in a home of its own. Without archives they start all the same, only slower.
 */
public final class ServerArchives {

  private final Path projectRoot;
  private final Home home;
  private final PortAssignment ports;
  private final Supervisor supervisor;

  private ServerArchives(Path projectRoot) {
    this.projectRoot = projectRoot;
    this.home = new Home(projectRoot.resolve("local-stack/target/archives"));
    this.ports = PortAssignment.random(new SecureRandom());
    this.supervisor = new Supervisor(home, ports, Clock.systemUTC());
  }

  /**
   * Returns once they are there or cannot be made, which is told on standard error.
   *
   * @param projectRoot the working copy
   */
  public static void ensure(Path projectRoot) throws IOException {
    ServerArchives archives = new ServerArchives(projectRoot);
    // A build that is broken off ends what it started.
    Thread onInterrupt = new Thread(archives::kill, "stop-servers-of-archives");
    Runtime.getRuntime().addShutdownHook(onInterrupt);
    try (HomeLock lock = HomeLock.acquire(archives.home)) {
      archives.ensure();
    } catch (OverlappingFileLockException anotherModule) {
      // Built at the same time by the same Maven: it makes them.
    } finally {
      forget(onInterrupt);
    }
  }

  private void kill() {
    supervisor.running().forEach(server -> supervisor.kill(server.name()));
  }

  private static void forget(Thread onInterrupt) {
    try {
      Runtime.getRuntime().removeShutdownHook(onInterrupt);
    } catch (IllegalStateException shuttingDown) {
      // It runs.
    }
  }

  private void ensure() throws IOException {
    ServerJvm kafka = KafkaServer.jvm(projectRoot).recording();
    ensure(kafka, new KafkaServer(home, ports, kafka));
    ServerJvm hbase = HBaseServer.jvm(projectRoot).recording();
    ensure(hbase, new HBaseServer(home, ports, hbase));
    home.deleteState();
  }

  private void ensure(ServerJvm jvm, ManagedServer server) throws IOException {
    if (jvm.hasArchive()) {
      return;
    }
    jvm.deleteArchive();
    try {
      supervisor.ensureReady(server);
      supervisor.stop(server);
    } catch (RuntimeException e) {
      supervisor.kill(server.name());
      System.err.printf("[WARNING] %s will start slowly: %s%n", server.name(), e.getMessage());
    }
  }
}
