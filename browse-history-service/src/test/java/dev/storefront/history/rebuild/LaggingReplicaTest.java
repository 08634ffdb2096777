package dev.storefront.history.rebuild;

import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.Fallbacks;
import dev.storefront.history.Shopper;
import dev.storefront.history.Storefront;
import dev.storefront.history.core.View;
import dev.storefront.localstack.testing.OwnRedis;
import dev.storefront.localstack.testing.WithBackends;
import dev.storefront.localstack.testing.WithOwnRedis;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.annotation.Import;

/** A replica that lags and takes over, in a cluster of its own. */
@SpringBootTest(
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {
      "history.archive.regions=2",
      "history.rebuild.mark-every=500ms",
      "history.rebuild.margin=1s"
    })
@WithBackends(database = "browse_history", namespace = "lagging")
@WithOwnRedis
@Import(Storefront.class)
class LaggingReplicaTest {

  private static final Duration LONG = Duration.ofMinutes(3);
  private static final int SHOPPERS = 20;

  @Autowired Storefront storefront;
  @Autowired MeterRegistry meters;
  @Autowired OwnRedis cluster;

  @Test
  void what_was_deleted_and_viewed_is_as_it_was_acknowledged_when_it_takes_over() {
    long sku = storefront.newSkus(4);
    long now = System.currentTimeMillis();
    List<Shopper> shoppers = new ArrayList<>();
    for (int i = 0; i < SHOPPERS; i++) {
      Shopper shopper = storefront.newShopper();
      shoppers.add(shopper);
      storefront.pageViews(
          shopper.user(), List.of(new View(sku, now - 2), new View(sku + 1, now - 1)));
    }
    shoppers.forEach(shopper -> await().atMost(LONG).until(() -> shopper.skus().size() == 2));
    cluster.failOverAfter(
        () ->
            shoppers.forEach(
                shopper -> {
                  shopper.deleteItems(sku + 1);
                  shopper.look(sku + 2);
                }));

    List<Long> right = List.of(sku + 2, sku);
    new Fallbacks(meters).awaitEnd(LONG, () -> areRight(shoppers, right));
  }

  /** No answer is fine for a while, a wrong one is not. */
  private static boolean areRight(List<Shopper> shoppers, List<Long> right) {
    boolean all = true;
    for (Shopper shopper : shoppers) {
      all &= shopper.seesIfAnswered(right);
    }
    return all;
  }
}
