package dev.storefront.localstack.server;

import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.process.ManagedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One of the two processes of a Flink session cluster, in a JVM of its own. What jobs must not lose
 * lies in the JobManager's data folder and in ZooKeeper.
 */
final class FlinkProcess implements ManagedServer {

  static final String JOBMANAGER = "flink-jobmanager";
  static final String TASKMANAGER = "flink-taskmanager";

  private static final String MODULE = "flink-server";
  // What its own start scripts open on JDK 17 and later.
  private static final List<String> OPENED =
      List.of(
          "java.base/java.lang",
          "java.base/java.lang.reflect",
          "java.base/java.io",
          "java.base/java.net",
          "java.base/java.nio",
          "java.base/java.text",
          "java.base/java.time",
          "java.base/java.util",
          "java.base/java.util.concurrent",
          "java.base/java.util.concurrent.atomic",
          "java.base/java.util.concurrent.locks",
          "java.base/sun.nio.ch");

  private final String name;
  private final List<Port> listens;
  private final String startsAfter;
  private final String ready;
  private final List<String> program;
  private final String heap;
  private final Home home;
  private final PortAssignment ports;
  private final String zooKeeper;
  private final ServerJvm jvm;

  private FlinkProcess(
      String name,
      List<Port> listens,
      String startsAfter,
      String ready,
      String heap,
      List<String> program,
      Home home,
      PortAssignment ports,
      String zooKeeper,
      Path projectRoot) {
    this.name = name;
    this.listens = listens;
    this.startsAfter = startsAfter;
    this.ready = ready;
    this.heap = heap;
    this.program = program;
    this.home = home;
    this.ports = ports;
    this.zooKeeper = zooKeeper;
    this.jvm = ServerJvm.of(projectRoot, MODULE);
  }

  /**
   * Takes jobs over REST and looks after them.
   *
   * @param zooKeeper where it notes which jobs there are, "host:port"
   */
  static FlinkProcess jobManager(
      Home home, PortAssignment ports, String zooKeeper, Path projectRoot) {
    return new FlinkProcess(
        JOBMANAGER,
        List.of(Port.FLINK, Port.FLINK_JOBMANAGER),
        HBaseServer.NAME,
        "Rest endpoint listening",
        "256m",
        List.of(
            "-XX:MaxMetaspaceSize=512m",
            "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint"),
        home,
        ports,
        zooKeeper,
        projectRoot);
  }

  /**
   * Runs what the jobs do, four parts at a time; its memory is shared out in config.yaml. Other
   * than the servers that come up and wait, it compiles for speed.
   */
  static FlinkProcess taskManager(
      Home home, PortAssignment ports, String zooKeeper, Path projectRoot) {
    return new FlinkProcess(
        TASKMANAGER,
        List.of(Port.FLINK_TASKMANAGER),
        JOBMANAGER,
        "Successful registration at resource manager",
        "320m",
        List.of(
            "-XX:TieredStopAtLevel=4",
            "-XX:MaxDirectMemorySize=160m",
            "-XX:MaxMetaspaceSize=512m",
            "org.apache.flink.runtime.taskexecutor.TaskManagerRunner"),
        home,
        ports,
        zooKeeper,
        projectRoot);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<Port> ports() {
    return listens;
  }

  @Override
  public List<String> startsAfter() {
    return List.of(startsAfter);
  }

  @Override
  public void prepare() throws IOException {
    Path kept = home.data(JOBMANAGER);
    Map<String, String> values =
        Map.of(
            "rest.port", Integer.toString(ports.get(Port.FLINK)),
            "jobmanager.port", Integer.toString(ports.get(Port.FLINK_JOBMANAGER)),
            "taskmanager.port", Integer.toString(ports.get(Port.FLINK_TASKMANAGER)),
            "zookeeper", zooKeeper,
            "cluster", "storefront",
            "tmp", temporary().toString(),
            "data", kept.toString(),
            "data.uri", kept.toUri().toString().replaceAll("/$", ""));
    Files.createDirectories(temporary());
    ConfigTemplate.copy("flink/config.yaml", configuration(), values);
    ConfigTemplate.copy("flink/log4j2.properties", configuration(), Map.of());
  }

  private Path temporary() {
    return home.data(name).resolve("tmp");
  }

  private Path configuration() {
    return home.data(name).resolve("conf");
  }

  @Override
  public List<String> command() {
    List<String> command = new ArrayList<>();
    OPENED.forEach(opened -> command.add("--add-opens=" + opened + "=ALL-UNNAMED"));
    command.add("--add-exports=java.base/sun.net.util=ALL-UNNAMED");
    command.add("-Djava.io.tmpdir=" + temporary());
    command.add(
        "-Dlog4j2.configurationFile=" + configuration().resolve("log4j2.properties").toUri());
    command.addAll(program);
    command.addAll(List.of("--configDir", configuration().toString()));
    return jvm.command(heap, command);
  }

  @Override
  public Map<String, String> environment() {
    return jvm.environment();
  }

  @Override
  public Optional<String> readyText() {
    return Optional.of(ready);
  }

  @Override
  public boolean healthy() {
    return name.equals(JOBMANAGER)
        ? Probe.http(ports.get(Port.FLINK), "/overview")
        : Probe.listening(ports.get(Port.FLINK_TASKMANAGER));
  }

  /** As on every cluster: jobs wait for it, and go on from their checkpoints. */
  @Override
  public boolean startsAgain() {
    return true;
  }

  @Override
  public Duration stopBound() {
    return Duration.ofSeconds(20);
  }
}
