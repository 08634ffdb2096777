package dev.storefront.fitment.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.testing.Reply;
import dev.storefront.fitment.FitmentApi;
import dev.storefront.fitment.FitmentApplication;
import dev.storefront.localstack.testing.WithBackends;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.core.env.Environment;
import org.springframework.test.context.TestPropertySource;

/**
 * Whoever asks for what is not there reaches MySQL now and then only, and not as often as he likes.
 */
@SpringBootTest(classes = FitmentApplication.class, webEnvironment = WebEnvironment.RANDOM_PORT)
@WithBackends(database = "fitment", namespace = "anybody")
@TestPropertySource(
    properties = {
      "storefront.fitment.near-cache.max-age=1m",
      "storefront.fitment.imports.folder=target/imports-anybody"
    })
class PublicChecksTest {

  private static final int VEHICLE = 1_000_000;
  private static final List<Long> UNKNOWN = LongStream.range(1, 900).boxed().toList();

  @LocalServerPort int port;
  @Autowired Environment environment;
  @Autowired Namespace namespace;

  @Value("${storefront.zookeeper.connect}")
  String zookeeper;

  FitmentApi api;

  @BeforeEach
  void connect() {
    api = new FitmentApi(port);
    api.haveVehicles(VEHICLE, 2);
  }

  @Test
  void unknown_skus_do_not_reach_mysql_each_time_and_show_once_they_are_written() throws Exception {
    api.check(List.of(VEHICLE), UNKNOWN).isOk();
    try (Connection locking = database();
        Statement statement = locking.createStatement()) {
      statement.execute("LOCK TABLES sku WRITE");
      assertThat(FitmentApi.answers(api.check(List.of(VEHICLE), UNKNOWN).isOk()))
          .hasSize(UNKNOWN.size())
          .allMatch(answer -> answer.endsWith(" UNKNOWN 0"));
      statement.execute("UNLOCK TABLES");
    }
    api.putSelf(7, 7, VEHICLE).isOk();
    assertThat(api.checked(List.of(VEHICLE), 7L, 8L)).containsExactly("7 KNOWN 1", "8 UNKNOWN 0");
  }

  @Test
  void ids_of_no_vehicle_do_not_reach_the_table_of_vehicles_and_new_ones_show() throws Exception {
    api.check(List.of(9_999_999), List.of(1L)).expect(400, "unknown-vehicle");
    try (Connection locking = database();
        Statement statement = locking.createStatement()) {
      statement.execute("LOCK TABLES vehicle WRITE");
      for (int id = 9_000_001; id < 9_000_020; id++) {
        api.check(List.of(VEHICLE, id), List.of(1L)).expect(400, "unknown-vehicle");
      }
      statement.execute("UNLOCK TABLES");
    }
    api.haveVehicles(9_000_001, 1);
    api.check(List.of(9_000_001), List.of(1L)).isOk();
    await().until(() -> api.get("/api/v1/vehicles/9000001/skus?groupId=1").status() == 200);
  }

  @Test
  void a_client_that_asks_too_often_is_told_to_wait() throws Exception {
    String path = namespace.zookeeperRoot() + "/config/fitment-service/rate-limit-client";
    try (CuratorFramework operator =
        CuratorFrameworkFactory.newClient(zookeeper, new RetryOneTime(100))) {
      operator.start();
      operator
          .create()
          .creatingParentsIfNeeded()
          .forPath(path, "1".getBytes(StandardCharsets.UTF_8));
      try {
        await()
            .atMost(Duration.ofMinutes(1))
            .until(() -> api.check(List.of(VEHICLE), List.of(1L)), reply -> reply.status() == 429);
        Reply refused =
            await()
                .until(
                    () -> api.get("/api/v1/vehicles/1000000/skus?groupId=1"),
                    reply -> reply.status() == 429);
        refused.expect(429, "rate-limited");
        assertThat(refused.at("/dimension").asString()).isEqualTo("client");
        assertThat(refused.header("Retry-After")).isNotEmpty();
      } finally {
        operator.delete().forPath(path);
      }
      await()
          .atMost(Duration.ofMinutes(1))
          .until(
              () ->
                  LongStream.range(0, 20)
                      .allMatch(i -> api.check(List.of(VEHICLE), List.of(1L)).status() == 200));
    }
  }

  private Connection database() throws Exception {
    return DriverManager.getConnection(
        environment.getRequiredProperty("spring.datasource.url"),
        environment.getRequiredProperty("spring.datasource.username"),
        environment.getRequiredProperty("spring.datasource.password"));
  }
}
