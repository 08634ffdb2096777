package dev.storefront.flashsale.testing;

import dev.storefront.flashsale.FlashSaleApplication;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;
import tools.jackson.databind.json.JsonMapper;

/** Another instance of the service beside the test's own, on the same servers and data. */
public final class SecondInstance implements AutoCloseable {

  private static final List<String> SHARED =
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
          "storefront.security.issuer");

  private final ConfigurableApplicationContext context;

  private SecondInstance(ConfigurableApplicationContext context) {
    this.context = context;
  }

  /** Starts it. Its time is the real one. */
  public static SecondInstance of(Environment first, String... settings) {
    List<String> arguments = new ArrayList<>(Arrays.asList(settings));
    arguments.add("--server.port=0");
    SHARED.forEach(name -> arguments.add("--" + name + "=" + first.getRequiredProperty(name)));
    return new SecondInstance(
        new SpringApplicationBuilder(FlashSaleApplication.class)
            .run(arguments.toArray(String[]::new)));
  }

  /** Its HTTP interface. */
  public Api api() {
    return new Api(
        "http://127.0.0.1:" + context.getEnvironment().getRequiredProperty("local.server.port"),
        context.getBean(JsonMapper.class));
  }

  @Override
  public void close() {
    context.close();
  }
}
