package dev.storefront.fitment.mirror;

import dev.storefront.fitment.FitmentApplication;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;

/** An instance of cell b beside one of cell a, with each other's Redis for its own. */
final class SecondCell {

  private SecondCell() {}

  /**
   * @param first of cell a; its Redis clusters are "shelves" and, of cell b, "other"
   */
  static ConfigurableApplicationContext start(Environment first) {
    List<String> settings = new ArrayList<>();
    for (String same :
        List.of(
            "storefront.namespace",
            "spring.datasource.url",
            "spring.datasource.username",
            "spring.datasource.password",
            "spring.data.redis.cluster.nodes",
            "spring.kafka.bootstrap-servers",
            "storefront.kafka.replication-factor",
            "storefront.kafka.min-insync-replicas",
            "storefront.zookeeper.connect",
            "storefront.security.issuer")) {
      settings.add("--" + same + "=" + first.getProperty(same));
    }
    settings.add(
        "--storefront.redis.clusters.shelves.nodes="
            + first.getProperty("storefront.redis.clusters.other.nodes"));
    settings.add("--storefront.fitment.placement.self=shelves");
    settings.add("--storefront.fitment.placement.pop=shelves");
    settings.add("--storefront.fitment.cell=b");
    settings.add("--storefront.fitment.imports.folder=target/imports-b");
    settings.add("--server.port=0");
    return new SpringApplicationBuilder(FitmentApplication.class)
        .run(settings.toArray(String[]::new));
  }

  static int port(ConfigurableApplicationContext cell) {
    return Integer.parseInt(cell.getEnvironment().getRequiredProperty("local.server.port"));
  }
}
