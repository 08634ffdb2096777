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
 * HBase standalone: master, region server and ZooKeeper in one JVM. That ZooKeeper also is the
 * configuration centre.
 */
final class HBaseServer implements ManagedServer {

  static final String NAME = "hbase";

  private static final String MODULE = "hbase-server";
  // What its own start script opens on JDK 11 and later.
  private static final List<String> OPENED =
      List.of(
          "java.base/java.lang",
          "java.base/java.lang.reflect",
          "java.base/java.net",
          "java.base/java.nio",
          "java.base/java.util",
          "java.base/java.util.concurrent",
          "java.base/jdk.internal.ref",
          "java.base/sun.nio.ch");

  private final Home home;
  private final PortAssignment ports;
  private final ServerJvm jvm;

  HBaseServer(Home home, PortAssignment ports, ServerJvm jvm) {
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
    return List.of(Port.ZOOKEEPER, Port.HBASE_MASTER, Port.HBASE_REGION_SERVER);
  }

  @Override
  public void prepare() throws IOException {
    Map<String, String> values =
        Map.of(
            "data", home.data(NAME).toString(),
            "address", "127.0.0.1",
            "zookeeper.port", Integer.toString(ports.get(Port.ZOOKEEPER)),
            "master.port", Integer.toString(ports.get(Port.HBASE_MASTER)),
            "regionserver.port", Integer.toString(ports.get(Port.HBASE_REGION_SERVER)));
    Files.createDirectories(temporary());
    ConfigTemplate.copy("hbase/hbase-site.xml", configuration(), values);
    ConfigTemplate.copy("hbase/log4j.properties", configuration(), Map.of());
  }

  private Path temporary() {
    return home.data(NAME).resolve("tmp");
  }

  private Path configuration() {
    return home.data(NAME).resolve("conf");
  }

  @Override
  public List<String> command() {
    List<String> program = new ArrayList<>();
    OPENED.forEach(opened -> program.addAll(List.of("--add-opens", opened + "=ALL-UNNAMED")));
    // Where it puts what it has no other place for.
    program.add("-Djava.io.tmpdir=" + temporary());
    program.add("-Dlog4j.configuration=" + configuration().resolve("log4j.properties").toUri());
    program.add("org.apache.hadoop.hbase.master.HMaster");
    program.addAll(List.of("-conf", configuration().resolve("hbase-site.xml").toString(), "start"));
    return jvm.command("384m", program);
  }

  @Override
  public Map<String, String> environment() {
    return jvm.environment();
  }

  @Override
  public Optional<String> readyText() {
    return Optional.of("Master has completed initialization");
  }

  @Override
  public boolean healthy() {
    return Probe.zooKeeper(ports.get(Port.ZOOKEEPER))
        && Probe.listening(ports.get(Port.HBASE_MASTER))
        && Probe.listening(ports.get(Port.HBASE_REGION_SERVER));
  }

  @Override
  public Duration stopBound() {
    return jvm.stopBound(Duration.ofSeconds(30));
  }
}
