package dev.storefront.flashsale.grab;

import static dev.storefront.flashsale.testing.Terms.grab;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.flashsale.testing.Api.Reply;
import dev.storefront.flashsale.testing.FlashSaleTest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;

class GrabGateTest extends FlashSaleTest {

  @Autowired private Namespace namespace;

  @Value("${storefront.zookeeper.connect}")
  private String zookeeper;

  @Test
  void operators_bound_and_close_the_sale_at_run_time() throws Exception {
    long promotion = onSale(1_000);
    try (CuratorFramework centre =
        CuratorFrameworkFactory.newClient(zookeeper, new RetryOneTime(100))) {
      centre.start();
      whileSet(centre, "grab-concurrency-limit", "0", promotion, 429, "too-busy");
      whileSet(centre, "grabs-closed", "true", promotion, 503, "unavailable");
    }
  }

  private void whileSet(
      CuratorFramework centre, String key, String value, long promotion, int status, String code)
      throws Exception {
    String path = namespace.zookeeperRoot() + "/config/flash-sale-service/" + key;
    centre
        .create()
        .orSetData()
        .creatingParentsIfNeeded()
        .forPath(path, value.getBytes(StandardCharsets.UTF_8));
    try {
      await()
          .atMost(Duration.ofSeconds(20))
          .untilAsserted(
              () -> {
                Reply reply = tryGrab(promotion);
                reply.expect(status, code);
                assertThat(reply.headers().firstValue("Retry-After")).isPresent();
              });
    } finally {
      centre.delete().forPath(path);
    }
    await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> tryGrab(promotion).expect(201));
  }

  private Reply tryGrab(long promotion) {
    return api()
        .post("/api/v1/grabs", SERVICE, grab(freshOrder(), promotion, 1, "pat", "192.0.2.7"));
  }
}
