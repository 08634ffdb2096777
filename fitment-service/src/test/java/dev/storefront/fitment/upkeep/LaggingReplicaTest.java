package dev.storefront.fitment.upkeep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.Fallbacks;
import dev.storefront.fitment.FitmentApi;
import dev.storefront.fitment.FitmentApplication;
import dev.storefront.localstack.testing.OwnRedis;
import dev.storefront.localstack.testing.WithBackends;
import dev.storefront.localstack.testing.WithOwnRedis;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.TestPropertySource;

/** A replica that lags and takes over, in a cluster of its own. */
@SpringBootTest(classes = FitmentApplication.class, webEnvironment = WebEnvironment.RANDOM_PORT)
@WithBackends(database = "fitment", namespace = "lagging")
@WithOwnRedis("storefront.redis.clusters.replicated.nodes")
@TestPropertySource(
    properties = {
      "storefront.fitment.placement.self=replicated",
      "storefront.fitment.placement.pop=replicated",
      "storefront.fitment.near-cache.max-age=1ms",
      "storefront.fitment.imports.folder=target/imports-lagging",
      "spring.data.redis.lettuce.cluster.refresh.period=2s"
    })
class LaggingReplicaTest {

  private static final Duration LONG = Duration.ofMinutes(2);

  /** As FallbackTest has it: a machine that stands still may take longer, then it begins anew. */
  private static final Duration SOON = Duration.ofSeconds(20);

  private static final int MOST_TRIES = 3;

  private static final int VEHICLE = 1_000_000;
  private static final List<Integer> VEHICLES = List.of(VEHICLE, VEHICLE + 1);

  /** Each in a group of its own, over all slots. */
  private static final List<Long> SKUS = LongStream.range(10_001, 10_041).boxed().toList();

  @LocalServerPort int port;
  @Autowired MeterRegistry meters;
  @Autowired OwnRedis cluster;
  FitmentApi api;

  @Test
  void what_was_acknowledged_is_answered_when_it_takes_over_and_no_doubt_is_left_within_seconds() {
    api = new FitmentApi(port);
    api.haveVehicles(VEHICLE, 2);
    Duration doubt = doubtAfterFailOver();
    for (int tries = 1; tries < MOST_TRIES && doubt.compareTo(SOON) > 0; tries++) {
      cluster.mend();
      doubt = doubtAfterFailOver();
    }
    assertThat(doubt).isLessThan(SOON);
  }

  /** From when the replica says that it is a primary. */
  private Duration doubtAfterFailOver() {
    FitmentApi.forEach(SKUS, sku -> api.putSelf(sku, sku, VEHICLE).isOk());
    Fallbacks fallbacks = new Fallbacks(meters, "replicated");
    double before = fallbacks.found();
    String replica = cluster.cluster().replica(0);
    cluster.failOverAfter(() -> FitmentApi.forEach(SKUS, this::change));
    await().atMost(LONG).until(() -> cluster.cluster().primary(0).equals(replica));
    long begun = System.nanoTime();
    List<String> right =
        SKUS.stream().map(sku -> sku + (sku % 3 == 2 ? " UNKNOWN 00" : " KNOWN 01")).toList();
    await()
        .atMost(LONG)
        .until(() -> api.isRight(VEHICLES, SKUS, right) && fallbacks.isOverSince(before));
    Duration doubt = Duration.ofNanos(System.nanoTime() - begun);
    assertThat(FitmentApi.answers(api.check(VEHICLES, SKUS).isOk())).isEqualTo(right);
    return doubt;
  }

  private void change(long sku) {
    switch ((int) (sku % 3)) {
      case 0 -> api.putSelf(sku, sku, VEHICLE + 1).isOk();
      case 1 -> api.patch(sku, List.of(VEHICLE + 1), List.of(VEHICLE)).isOk();
      default -> api.delete(sku).expect(204);
    }
  }
}
