package dev.storefront.benchmarks.fitment;

import dev.storefront.localstack.JdbcUrl;
import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.server.BackingServers;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What puts a service on the stack's servers, with keys, topics and a database of its own. */
final class BenchSettings {

  static final String NAMESPACE = "bench";
  static final String DATABASE = "fitment_bench";

  private BenchSettings() {}

  /** Arguments of the service. */
  static List<String> of(PortAssignment ports, int port) {
    return List.of(
        "--spring.profiles.active=local",
        "--server.port=" + port,
        "--server.address=127.0.0.1",
        "--storefront.namespace=" + NAMESPACE,
        "--storefront.security.issuer=http://" + ports.address(Port.STOREFRONT),
        "--storefront.zookeeper.connect=" + ports.address(Port.ZOOKEEPER),
        "--spring.kafka.bootstrap-servers=" + ports.address(Port.KAFKA),
        "--spring.data.redis.cluster.nodes="
            + Stream.of(Port.REDIS_1, Port.REDIS_2, Port.REDIS_3)
                .map(ports::address)
                .collect(Collectors.joining(",")),
        "--spring.datasource.url=" + JdbcUrl.of(ports.address(Port.DATABASE), DATABASE),
        "--spring.datasource.username=" + BackingServers.DATABASE_USER,
        "--spring.datasource.password=" + BackingServers.DATABASE_PASSWORD,
        "--storefront.fitment.imports.folder=benchmarks/target/imports");
  }
}
