package dev.storefront.benchmarks.request;

import dev.storefront.benchmarks.load.Clients;
import dev.storefront.benchmarks.load.HttpCaller;
import dev.storefront.benchmarks.load.LoadResult;
import dev.storefront.benchmarks.stack.ServiceUnderTest;
import dev.storefront.localstack.server.JavaCommand;
import dev.storefront.localstack.server.ProjectRoot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A process that has the {@link EmptyEndpoint}, with the flags and the Tomcat settings of a
 * service.
 */
final class EmptyProcess implements AutoCloseable {

  private static final int CLIENTS = 32;
  private static final int OK = 200;
  private static final byte[] REQUEST = HttpCaller.get(EmptyEndpoint.PATH);
  private static final Duration START = Duration.ofSeconds(300);

  private final int port = freePort();
  private final Process process;

  /**
   * Starts it and waits until it listens.
   *
   * @param main has the main method
   */
  EmptyProcess(Class<?> main) {
    Path log = ProjectRoot.find().resolve("benchmarks/target/" + main.getSimpleName() + ".log");
    List<String> command = new ArrayList<>(JavaCommand.start("288m"));
    command.addAll(List.of("-Xmn128m", "-cp", System.getProperty("java.class.path")));
    command.add(main.getName());
    command.addAll(
        List.of(
            // The class path has a service's application.yml, which is not meant.
            "--spring.config.name=storefront-defaults",
            // As where it is deployed, not on a laptop.
            "--management.server.port=0",
            "--storefront.security.issuer=http://127.0.0.1:1",
            "--spring.application.name=empty",
            "--storefront.switches.enabled=false",
            "--server.address=127.0.0.1",
            "--server.port=" + port));
    try {
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
    ServiceUnderTest.await("a start, see " + log, START, this::listens);
  }

  /** Calls flat out for so long. */
  Cost call(Duration length) {
    Duration before = cpu();
    LoadResult result =
        new Clients(CLIENTS, () -> new HttpCaller(port, () -> REQUEST, OK)).flatOut(length);
    if (result.failed() > 0) {
      throw new IllegalStateException(result.failed() + " calls failed");
    }
    double micros = cpu().minus(before).toNanos() / 1e3;
    return new Cost(result.goodRate(), micros / result.latencies().getTotalCount());
  }

  private Duration cpu() {
    return process.toHandle().info().totalCpuDuration().orElseThrow();
  }

  private boolean listens() {
    if (!process.isAlive()) {
      throw new IllegalStateException("ended with exit code " + process.exitValue());
    }
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException notYet) {
      return false;
    }
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.destroy();
  }
}
