package dev.storefront.common.testing;

import static org.awaitility.Awaitility.await;

import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.core.env.Environment;

/** Another instance of a service, in a process of its own that can be killed. */
public final class ServiceProcess implements AutoCloseable {

  private static final Duration START = Duration.ofMinutes(10);
  private static final int STARTS = 3;

  private final Process process;
  private final int port;

  private ServiceProcess(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /**
   * Starts one on the servers of a running context and waits until it answers.
   *
   * @param application the class with the main method
   * @param properties what it does not share with the running one
   */
  public static ServiceProcess start(
      Class<?> application, Environment environment, Map<String, String> properties) {
    ServiceProcess started = launch(application, environment, properties);
    for (int left = STARTS; !started.isUp() && left > 1; left--) {
      // Somebody may have taken the port meanwhile.
      started = launch(application, environment, properties);
    }
    if (!started.process.isAlive()) {
      throw new IllegalStateException("ended with exit code " + started.process.exitValue());
    }
    return started;
  }

  private static ServiceProcess launch(
      Class<?> application, Environment environment, Map<String, String> properties) {
    // None from the range of outgoing connections, one of which could take it until the start.
    int port = PortAssignment.random(new SecureRandom()).get(Port.STOREFRONT);
    List<String> command =
        new ArrayList<>(
            List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                application.getName(),
                "--server.port=" + port));
    command.addAll(SecondInstance.servers(environment));
    properties.forEach((name, value) -> command.add("--" + name + "=" + value));
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(new File("target/service-process.log"))
              .start();
      return new ServiceProcess(process, port);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits for its first answer; false when it ended instead. */
  private boolean isUp() {
    await().atMost(START).until(() -> !process.isAlive() || answers());
    return process.isAlive();
  }

  private boolean answers() throws Exception {
    try {
      return new HttpCalls(port).get("/actuator/health/liveness", null).statusCode() == 200;
    } catch (IOException notYet) {
      return false;
    }
  }

  /** Where it listens on 127.0.0.1. */
  public int port() {
    return port;
  }

  /** Ends it as a power cut does. */
  public void kill() {
    process.destroyForcibly().onExit().join();
  }

  @Override
  public void close() {
    kill();
  }
}
