package dev.storefront.shortlink.repair;

import static org.awaitility.Awaitility.await;

import dev.storefront.localstack.testing.OwnRedis;
import dev.storefront.localstack.testing.WithBackends;
import dev.storefront.localstack.testing.WithOwnRedis;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** A replica that lags and takes over, in a cluster of its own. */
@WithBackends(database = "shortlink", namespace = "lagging")
@WithOwnRedis
class LaggingReplicaTest extends ChangedLinks {

  @Autowired MeterRegistry meters;
  @Autowired OwnRedis cluster;

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
}
