package dev.storefront.benchmarks.flashsale;

import dev.storefront.benchmarks.stack.Room;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.localstack.home.Port;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The way of all services to Redis, in this process, with the settings that they have. */
final class RedisLayer implements AutoCloseable {

  private final ConfigurableApplicationContext context;

  RedisLayer(Room room) {
    context =
        new SpringApplicationBuilder(Configuration.class)
            .run(
                // The class path has a service's application.yml, which is not meant.
                "--spring.config.name=storefront-defaults",
                "--spring.profiles.active=local",
                "--spring.application.name=benchmarks",
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--spring.main.banner-mode=off",
                "--logging.level.root=warn",
                "--storefront.namespace=" + room.namespace().name(),
                "--storefront.zookeeper.connect=" + room.ports().address(Port.ZOOKEEPER),
                "--spring.kafka.bootstrap-servers=" + room.ports().address(Port.KAFKA),
                "--spring.data.redis.cluster.nodes=" + room.redisNodes());
  }

  ScriptRunner scripts() {
    return context.getBean(ScriptRunner.class);
  }

  @Override
  public void close() {
    context.close();
  }

  @SpringBootConfiguration(proxyBeanMethods = false)
  @EnableAutoConfiguration(
      excludeName = {
        "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
        "org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration"
      })
  static class Configuration {}
}
