package dev.storefront.localstack.stack;

import dev.storefront.localstack.JdbcUrl;
import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.Port;
import dev.storefront.localstack.home.PortAssignment;
import dev.storefront.localstack.server.BackingServers;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The settings that make a service part of this stack, as environment variables. */
final class ServiceEnvironment {

  private final Home home;
  private final PortAssignment ports;

  ServiceEnvironment(Home home, PortAssignment ports) {
    this.home = home;
    this.ports = ports;
  }

  Map<String, String> of(SuiteService service) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("SPRING_PROFILES_ACTIVE", "local");
    settings.put("SERVER_PORT", Integer.toString(ports.get(service.port())));
    settings.put("SERVER_ADDRESS", "127.0.0.1");
    settings.put("STOREFRONT_SECURITY_ISSUER", url(SuiteService.STOREFRONT));
    // Each service finds the others by the same settings that move them.
    for (Port port : Port.values()) {
      settings.put(port.setting(), Integer.toString(ports.get(port)));
    }
    for (SuiteService other : SuiteService.values()) {
      settings.put("STOREFRONT_SERVICES_" + other.name(), url(other));
    }
    settings.putAll(backends(service));
    settings.putAll(own(service));
    return settings;
  }

  private Map<String, String> backends(SuiteService service) {
    Map<String, String> settings = new TreeMap<>();
    settings.put(
        "SPRING_DATA_REDIS_CLUSTER_NODES",
        Stream.of(Port.REDIS_1, Port.REDIS_2, Port.REDIS_3)
            .map(ports::address)
            .collect(Collectors.joining(",")));
    settings.put("SPRING_KAFKA_BOOTSTRAP_SERVERS", ports.address(Port.KAFKA));
    settings.put("STOREFRONT_ZOOKEEPER_CONNECT", ports.address(Port.ZOOKEEPER));
    settings.put("STOREFRONT_HBASE_ZOOKEEPER", ports.address(Port.ZOOKEEPER));
    service
        .database()
        .ifPresent(
            database -> {
              String url = JdbcUrl.of(ports.address(Port.DATABASE), database);
              settings.put("SPRING_DATASOURCE_URL", url);
              settings.put("SPRING_DATASOURCE_USERNAME", BackingServers.DATABASE_USER);
              settings.put("SPRING_DATASOURCE_PASSWORD", BackingServers.DATABASE_PASSWORD);
            });
    return settings;
  }

  private Map<String, String> own(SuiteService service) {
    return switch (service) {
      case STOREFRONT -> Map.of("STOREFRONT_TOKENS_KEY_DIRECTORY", home.data("tokens").toString());
      case SHORTLINK -> Map.of("STOREFRONT_SHORTLINK_BASE_URL", url(service));
      default -> Map.of();
    };
  }

  private String url(SuiteService service) {
    return "http://" + ports.address(service.port());
  }
}
