package dev.storefront.fitment;

import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;

/** Another instance of the service on the servers of a running one, in the same JVM. */
public final class OtherInstance implements AutoCloseable {

  private final ConfigurableApplicationContext context;

  private OtherInstance(ConfigurableApplicationContext context) {
    this.context = context;
  }

  /**
   * Starts one and waits until it answers.
   *
   * @param settings what it does not share with the first, each as {@code "<name>=<value>"}
   */
  public static OtherInstance start(Environment first, String... settings) {
    List<String> all = new ArrayList<>();
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
      all.add("--" + same + "=" + first.getProperty(same));
    }
    for (String setting : settings) {
      all.add("--" + setting);
    }
    all.add("--server.port=0");
    return new OtherInstance(
        new SpringApplicationBuilder(FitmentApplication.class).run(all.toArray(String[]::new)));
  }

  public FitmentApi api() {
    return new FitmentApi(
        Integer.parseInt(context.getEnvironment().getRequiredProperty("local.server.port")));
  }

  @Override
  public void close() {
    context.close();
  }
}
