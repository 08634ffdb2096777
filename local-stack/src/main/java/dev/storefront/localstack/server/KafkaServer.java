package dev.storefront.localstack.server;

import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.process.ManagedServer;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** One Kafka broker that is its own controller (KRaft), in a JVM of its own. */
final class KafkaServer implements ManagedServer {

  static final String NAME = "kafka";

  private static final String MODULE = "kafka-server";
  private static final int FORMAT_BOUND_SECONDS = 300;

  private final Home home;
  private final PortAssignment ports;
  private final ServerJvm jvm;

  KafkaServer(Home home, PortAssignment ports, ServerJvm jvm) {
    this.home = home;
    this.ports = ports;
    this.jvm = jvm;
  }

  /** Where its class path and its archive of classes are. */
  static ServerJvm jvm(Path projectRoot) {
    return ServerJvm.of(projectRoot, MODULE);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Port> ports() {
    return List.of(Port.KAFKA, Port.KAFKA_CONTROLLER);
  }

  @Override
  public void prepare() throws IOException {
    Path folder = home.data(NAME);
    Files.createDirectories(folder);
    Map<String, String> values =
        Map.of(
            "kafka.port", Integer.toString(ports.get(Port.KAFKA)),
            "controller.port", Integer.toString(ports.get(Port.KAFKA_CONTROLLER)),
            "data", folder.toString());
    ConfigTemplate.copy("kafka/server.properties", folder, values);
    ConfigTemplate.copy("kafka/log4j2.properties", folder, Map.of());
    if (!Files.exists(folder.resolve("log/meta.properties"))) {
      Home.deleteTree(folder.resolve("log"));
      format(folder);
    }
  }

  private void format(Path folder) throws IOException {
    // With "=", because one id in 64 begins with a hyphen and would pass for an option.
    String clusterId = "--cluster-id=" + newClusterId();
    List<String> command =
        java(jvm, "kafka.tools.StorageTool", "format", clusterId, "-c", "server.properties");
    Path log = home.log(NAME);
    Files.createDirectories(log.getParent());
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectInput(new File("/dev/null"))
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().putAll(environment());
    Finished.successfully(builder.start(), "formatting the Kafka log", FORMAT_BOUND_SECONDS, log);
  }

  private static String newClusterId() {
    UUID id = UUID.randomUUID();
    byte[] bytes =
        ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(id.getMostSignificantBits())
            .putLong(id.getLeastSignificantBits())
            .array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  @Override
  public List<String> command() {
    return java(jvm, "kafka.Kafka", "server.properties");
  }

  private static List<String> java(ServerJvm jvm, String main, String... arguments) {
    List<String> program = new ArrayList<>();
    program.add("-Dlog4j2.configurationFile=log4j2.properties");
    program.add(main);
    program.addAll(List.of(arguments));
    return jvm.command("256m", program);
  }

  @Override
  public Map<String, String> environment() {
    return jvm.environment();
  }

  @Override
  public Duration stopBound() {
    return jvm.stopBound(ManagedServer.super.stopBound());
  }

  @Override
  public Optional<String> readyText() {
    return Optional.of("Kafka Server started");
  }

  @Override
  public boolean healthy() {
    return Probe.kafka(ports.get(Port.KAFKA));
  }
}
