package dev.storefront.fitment.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

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
  private static final int VEHICLE = 1_000_000;
  private static final List<Integer> VEHICLES = List.of(VEHICLE, VEHICLE + 1);

  /** Each in a group of its own, over all slots. */
  private static final List<Long> SKUS = LongStream.range(10_001, 10_041).boxed().toList();

  @LocalServerPort int port;
  @Autowired MeterRegistry meters;
  @Autowired OwnRedis cluster;

  @Test
  void what_was_acknowledged_is_answered_when_it_takes_over() {
    FitmentApi api = new FitmentApi(port);
    api.haveVehicles(VEHICLE, 2);
    FitmentApi.forEach(SKUS, sku -> api.putSelf(sku, sku, VEHICLE).isOk());
    cluster.failOverAfter(
        () ->
            FitmentApi.forEach(
                SKUS,
                sku -> {
                  switch ((int) (sku % 3)) {
                    case 0 -> api.putSelf(sku, sku, VEHICLE + 1).isOk();
                    case 1 -> api.patch(sku, List.of(VEHICLE + 1), List.of(VEHICLE)).isOk();
                    default -> api.delete(sku).expect(204);
                  }
                }));
    List<String> right =
        SKUS.stream().map(sku -> sku + (sku % 3 == 2 ? " UNKNOWN 00" : " KNOWN 01")).toList();

    new Fallbacks(meters, "replicated").awaitEnd(LONG, () -> api.isRight(VEHICLES, SKUS, right));
    assertThat(FitmentApi.answers(api.check(VEHICLES, SKUS).isOk())).isEqualTo(right);
  }
}
