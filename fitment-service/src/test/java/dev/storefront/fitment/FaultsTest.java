package dev.storefront.fitment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.Reply;
import dev.storefront.localstack.Faults;
import dev.storefront.localstack.testing.NotOnSharedServers;
import dev.storefront.localstack.testing.TestBackends;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.web.server.LocalServerPort;

/**
 * What callers see while a backing server is away, and after it is back. Vehicle ids
 * 7000000-7999999 and SKUs 7000000-7999999 are this class's.
 */
@FitmentServiceTest
@NotOnSharedServers
class FaultsTest {

  private static final List<String> REDIS = List.of("redis-1", "redis-2", "redis-3");
  private static final Duration LONG = Duration.ofMinutes(2);

  @LocalServerPort int port;
  FitmentApi api;
  Faults faults;

  @BeforeEach
  void connect() {
    api = new FitmentApi(port);
    api.haveVehicles(7_000_000, 3);
    faults = TestBackends.shared().faults();
  }

  @AfterEach
  void heal() {
    faults.start("database");
    faults.resume("redis-1");
    REDIS.forEach(faults::start);
  }

  /** By each node a third of all slots, and of these groups. */
  @Test
  void a_node_of_a_cluster_that_hangs_or_is_gone_takes_its_own_skus_away_alone() {
    List<Long> skus = LongStream.range(7_000_101, 7_000_161).boxed().toList();
    skus.forEach(sku -> api.putSelf(sku, sku, 7_000_000).isOk());

    faults.pause("redis-1");
    await().atMost(LONG).until(() -> areTheOthersAnswered(skus));
    faults.resume("redis-1");
    List<String> right = skus.stream().map(sku -> sku + " KNOWN 1").toList();
    await().atMost(LONG).until(() -> api.isRight(List.of(7_000_000), skus, right));
    faults.kill("redis-1");
    await().atMost(LONG).until(() -> areTheOthersAnswered(skus));
    faults.start("redis-1");
    await().atMost(LONG).until(() -> api.isRight(List.of(7_000_000), skus, right));
  }

  /** False as long as there is no answer, or the near cache still knows all. */
  private boolean areTheOthersAnswered(List<Long> skus) {
    Reply reply = api.check(List.of(7_000_000), skus);
    if (reply.status() == 503) {
      return false;
    }
    List<String> answers = FitmentApi.answers(reply.isOk());
    assertThat(answers).allMatch(a -> a.endsWith(" KNOWN 1") || a.endsWith(" UNAVAILABLE 0"));
    long answered = answers.stream().filter(answer -> answer.endsWith(" KNOWN 1")).count();
    return answered > skus.size() / 2 && answered < skus.size();
  }

  @Test
  void a_write_that_redis_missed_is_there_once_redis_is_back() {
    // Over all slots: some groups' primaries are away whichever is killed.
    List<Long> skus = LongStream.range(7_000_001, 7_000_031).boxed().toList();
    skus.forEach(sku -> api.putSelf(sku, sku, 7_000_000).isOk());

    REDIS.forEach(faults::kill);
    for (long sku : skus.subList(0, 5)) {
      Reply reply = api.putSelf(sku, sku + 500, 7_000_001);
      reply.expect(503, "unavailable");
    }
    api.check(List.of(7_000_000), skus).expect(503, "unavailable");
    assertThat(api.get("/actuator/health/liveness").status()).isEqualTo(200);
    assertThat(api.get("/actuator/health/readiness").status()).isEqualTo(503);
    REDIS.forEach(faults::start);

    await()
        .atMost(LONG)
        .untilAsserted(
            () -> {
              Reply reply = api.check(List.of(7_000_000, 7_000_001), skus);
              assertThat(FitmentApi.answers(reply.isOk()))
                  .containsExactlyElementsOf(
                      skus.stream()
                          .map(sku -> sku + (sku < 7_000_006 ? " KNOWN 01" : " KNOWN 10"))
                          .toList());
            });
    await().atMost(LONG).untilAsserted(() -> api.putSelf(7_000_001, 7_000_001, 7_000_002).isOk());
    await().atMost(LONG).until(() -> api.get("/actuator/health/readiness").status() == 200);
  }

  @Test
  void checks_go_on_without_MySQL_and_writes_do_again_once_it_is_back() {
    api.putSelf(7_000_041, 7_000_040, 7_000_000).isOk();
    assertThat(api.checked(List.of(7_000_000), 7_000_041L)).containsExactly("7000041 KNOWN 1");

    faults.kill("database");
    assertThat(api.checked(List.of(7_000_000), 7_000_041L)).containsExactly("7000041 KNOWN 1");
    api.putSelf(7_000_041, 7_000_040, 7_000_001).expect(503, "unavailable");
    api.get("/api/v1/vehicles").expect(503, "unavailable");
    api.importVehicles("text/csv", "vehicleId,make,model,year,trim\n7000009,A,B,2020,\n")
        .expect(503, "unavailable");
    faults.start("database");

    await().atMost(LONG).untilAsserted(() -> api.putSelf(7_000_041, 7_000_040, 7_000_001).isOk());
    assertThat(api.checked(List.of(7_000_000, 7_000_001), 7_000_041L))
        .containsExactly("7000041 KNOWN 01");
  }
}
