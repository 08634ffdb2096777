package dev.storefront.shortlink.repair;

import static org.awaitility.Awaitility.await;

import dev.storefront.localstack.testing.OwnRedis;
import dev.storefront.localstack.testing.WithBackends;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.test.context.ContextConfiguration;

/** A replica that lags and takes over, in a cluster of its own. */
@WithBackends(database = "shortlink", namespace = "lagging")
@ContextConfiguration(initializers = LaggingReplicaTest.OnReplicas.class)
@DisabledIfSystemProperty(
    named = "backends",
    matches = "testcontainers",
    disabledReason = "kills processes of a cluster of its own")
class LaggingReplicaTest extends ChangedLinks {

  @TempDir private static Path folder;
  private static OwnRedis cluster;

  @Autowired MeterRegistry meters;

  @AfterAll
  static void endCluster() {
    cluster.close();
  }

  @Test
  void what_changed_stays_changed_when_it_takes_over() {
    makeLinks();
    cluster.failOverAfter(this::changeLinks);

    await().atMost(LONG).until(() -> unanswered().isEmpty() && value("fallbacks") > 0);
    await().atMost(LONG).until(() -> unanswered().isEmpty() && value("slots.in.doubt") == 0);
  }

  private double value(String meter) {
    return meters.get("storefront.redis." + meter).meter().measure().iterator().next().getValue();
  }

  /** In the place of the suite's own cluster. */
  static final class OnReplicas
      implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    @Override
    public void initialize(ConfigurableApplicationContext context) {
      cluster = OwnRedis.start(folder);
      Map<String, Object> nodes = Map.of("spring.data.redis.cluster.nodes", cluster.nodes());
      context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("own", nodes));
    }
  }
}
