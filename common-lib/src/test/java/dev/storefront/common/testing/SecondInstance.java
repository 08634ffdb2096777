package dev.storefront.common.testing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;

/**
 * Another instance of a service beside the test's own, on the same servers and data and in the same
 * JVM. Its time is the real one.
 */
public final class SecondInstance implements AutoCloseable {

  private final ConfigurableApplicationContext context;

  private SecondInstance(ConfigurableApplicationContext context) {
    this.context = context;
  }

  /**
   * Starts one and waits until it answers.
   *
   * @param application the class with the main method
   * @param first where the servers of the test's own are said
   * @param settings what it does not share with that, each as {@code "<name>=<value>"}
   */
  public static SecondInstance start(Class<?> application, Environment first, String... settings) {
    List<String> own = Arrays.stream(settings).map(setting -> "--" + setting).toList();
    List<String> arguments = new ArrayList<>(servers(first));
    arguments.removeIf(
        shared -> own.stream().anyMatch(setting -> nameOf(setting).equals(nameOf(shared))));
    arguments.addAll(own);
    arguments.add("--server.port=0");
    return new SecondInstance(
        new SpringApplicationBuilder(application).run(arguments.toArray(String[]::new)));
  }

  private static String nameOf(String argument) {
    return argument.substring(0, argument.indexOf('='));
  }

  /** Where a running context's servers and data are, as arguments of another one. */
  static List<String> servers(Environment first) {
    return Stream.of(
            "spring.datasource.url",
            "spring.datasource.username",
            "spring.datasource.password",
            "spring.datasource.hikari.connection-timeout",
            "spring.data.redis.timeout",
            "spring.data.redis.cluster.nodes",
            "spring.kafka.bootstrap-servers",
            "storefront.kafka.replication-factor",
            "storefront.kafka.min-insync-replicas",
            "storefront.zookeeper.connect",
            "storefront.security.issuer",
            "storefront.namespace")
        .filter(first::containsProperty)
        .map(name -> "--" + name + "=" + first.getProperty(name))
        .toList();
  }

  /** Where it listens on 127.0.0.1. */
  public int port() {
    return Integer.parseInt(context.getEnvironment().getRequiredProperty("local.server.port"));
  }

  /** A bean of it. */
  public <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  @Override
  public void close() {
    context.close();
  }
}
