package dev.storefront.localstack;

import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.HomeLock;
import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.process.Progress;
import dev.storefront.localstack.process.Supervisor;
import dev.storefront.localstack.server.BackingServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** The processes of a home on this machine. */
public final class EmbeddedBackends implements Backends, Faults {

  private final Home home;
  private final PortAssignment ports;
  private final BackingServers servers;
  private final Supervisor supervisor;

  /** Of servers that run. */
  public EmbeddedBackends(
      Home home, PortAssignment ports, BackingServers servers, Supervisor supervisor) {
    this.home = home;
    this.ports = ports;
    this.servers = servers;
    this.supervisor = supervisor;
  }

  @Override
  public List<String> redisNodes() {
    return List.of(
        ports.address(Port.REDIS_1), ports.address(Port.REDIS_2), ports.address(Port.REDIS_3));
  }

  @Override
  public String extraRedis(String name) {
    try (HomeLock lock = HomeLock.acquire(home)) {
      return "127.0.0.1:" + servers.startExtraRedis(name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String kafkaBootstrapServers() {
    return ports.address(Port.KAFKA);
  }

  @Override
  public String jdbcUrl(String database) {
    return JdbcUrl.of(ports.address(Port.DATABASE), database);
  }

  @Override
  public String databaseUser() {
    return BackingServers.DATABASE_USER;
  }

  @Override
  public String databasePassword() {
    return BackingServers.DATABASE_PASSWORD;
  }

  @Override
  public String zookeeper() {
    return ports.address(Port.ZOOKEEPER);
  }

  @Override
  public String flink() {
    try (HomeLock lock = HomeLock.acquire(home)) {
      servers.startFlink(Progress.SILENT);
      return "http://" + ports.address(Port.FLINK);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Faults faults() {
    return this;
  }

  @Override
  public void kill(String name) {
    supervisor.kill(servers.byName(name).name());
  }

  @Override
  public void stop(String name) {
    supervisor.stop(servers.byName(name));
  }

  @Override
  public void start(String name) {
    servers.start(name);
  }

  @Override
  public void pause(String name) {
    supervisor.pause(servers.byName(name).name());
  }

  @Override
  public void resume(String name) {
    supervisor.resume(servers.byName(name).name());
  }
}
