package dev.storefront.history.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.history.HistoryTest;
import dev.storefront.history.Shopper;
import dev.storefront.history.Storefront;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;

@HistoryTest
class RateLimitApiTest {

  @Autowired Storefront storefront;
  @Autowired Namespace namespace;

  @Value("${storefront.zookeeper.connect}")
  String zookeeper;

  @Test
  void a_user_who_calls_too_often_is_told_so_and_nobody_else_is() {
    Shopper alice = storefront.newShopper();
    List<HttpResponse<String>> refused =
        IntStream.range(0, 400)
            .parallel()
            .mapToObj(i -> alice.get("/api/v1/history/count"))
            .filter(reply -> reply.statusCode() != 200)
            .toList();
    assertThat(refused)
        .isNotEmpty()
        .allSatisfy(
            reply -> {
              assertThat(reply.statusCode()).isEqualTo(429);
              assertThat(reply.headers().firstValue("Retry-After")).contains("1");
              assertThat(reply.body())
                  .contains("\"code\":\"rate-limited\"", "\"dimension\":\"user\"");
            });
    assertThat(storefront.newShopper().get("/api/v1/history/count").statusCode()).isEqualTo(200);
  }

  @Test
  void an_operator_changes_a_limit_at_run_time() throws Exception {
    String path = namespace.zookeeperRoot() + "/config/browse-history-service/rate-limit-user";
    try (CuratorFramework operator =
        CuratorFrameworkFactory.newClient(zookeeper, new RetryOneTime(100))) {
      operator.start();
      operator
          .create()
          .creatingParentsIfNeeded()
          .forPath(path, "1".getBytes(StandardCharsets.UTF_8));
      try {
        await()
            .until(
                () -> {
                  Shopper someone = storefront.newShopper();
                  return IntStream.range(0, 5)
                      .anyMatch(i -> someone.get("/api/v1/history").statusCode() == 429);
                });
      } finally {
        operator.delete().forPath(path);
      }
      await()
          .until(
              () -> {
                Shopper someone = storefront.newShopper();
                return IntStream.range(0, 5)
                    .allMatch(i -> someone.get("/api/v1/history").statusCode() == 200);
              });
    }
  }
}
