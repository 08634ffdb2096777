package dev.storefront.shortlink.repair;

import dev.storefront.common.testing.Fallbacks;
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

    new Fallbacks(meters).awaitEnd(LONG, () -> unanswered().isEmpty());
  }
}
