package dev.storefront.benchmarks.stack;

import dev.storefront.localstack.server.JavaCommand;
import dev.storefront.localstack.server.ProjectRoot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A service of the measurements' own, with the flags and the Tomcat settings of the suite's. */
public final class MainProcess implements AutoCloseable {

  /** An argument: nothing is set up for a server, other than the database. */
  public static final String WITHOUT_SERVERS =
      "--spring.autoconfigure.exclude="
          + String.join(
              ",",
              "dev.storefront.common.hbase.HBaseAutoConfiguration",
              "dev.storefront.common.kafka.KafkaAutoConfiguration",
              "dev.storefront.common.redis.RedisAutoConfiguration",
              "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration",
              "org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration",
              "org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration");

  private static final Duration START = Duration.ofMinutes(5);

  private final int port = ServiceUnderTest.freePort();
  private final Process process;

  /**
   * Starts it and waits until it listens.
   *
   * @param main has the main method
   * @param settings arguments of its own
   */
  public MainProcess(Class<?> main, List<String> settings) {
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
            "--spring.application.name=bench",
            "--storefront.switches.enabled=false",
            "--server.address=127.0.0.1",
            "--server.port=" + port));
    command.addAll(settings);
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

  /** Where it listens on 127.0.0.1. */
  public int port() {
    return port;
  }

  /** The processor time that it has used so far. */
  public Duration cpu() {
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

  @Override
  public void close() {
    process.destroy();
  }
}
