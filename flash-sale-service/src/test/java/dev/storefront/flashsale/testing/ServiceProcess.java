package dev.storefront.flashsale.testing;

import static org.awaitility.Awaitility.await;

import dev.storefront.flashsale.FlashSaleApplication;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.core.env.Environment;
import tools.jackson.databind.json.JsonMapper;

/** Another instance of the service, in a process of its own that can be killed. */
public final class ServiceProcess implements AutoCloseable {

  private static final Duration START = Duration.ofSeconds(90);

  private final Process process;
  private final int port;

  private ServiceProcess(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /** Starts one on the servers of a running context and waits until it answers. */
  public static ServiceProcess start(Environment environment, Map<String, String> properties) {
    int port = freePort();
    List<String> command =
        new ArrayList<>(
            List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                FlashSaleApplication.class.getName(),
                "--server.port=" + port));
    Stream.of(
            "spring.datasource.url",
            "spring.datasource.username",
            "spring.datasource.password",
            "spring.data.redis.cluster.nodes",
            "spring.kafka.bootstrap-servers",
            "storefront.zookeeper.connect",
            "storefront.security.issuer",
            "storefront.namespace")
        .filter(environment::containsProperty)
        .forEach(name -> command.add("--" + name + "=" + environment.getProperty(name)));
    properties.forEach((name, value) -> command.add("--" + name + "=" + value));
    ServiceProcess started = new ServiceProcess(launch(command), port);
    await().atMost(START).ignoreExceptions().until(started::answers);
    return started;
  }

  /** Ends it as a power cut does. */
  public void kill() {
    process.destroyForcibly().onExit().join();
  }

  @Override
  public void close() {
    kill();
  }

  private boolean answers() {
    if (!process.isAlive()) {
      throw new IllegalStateException("ended with exit code " + process.exitValue());
    }
    return new Api("http://127.0.0.1:" + port, JsonMapper.builder().build())
            .get("/actuator/health/liveness", null)
            .status()
        == 200;
  }

  private static Process launch(List<String> command) {
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(new File("target/service-process.log"))
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
