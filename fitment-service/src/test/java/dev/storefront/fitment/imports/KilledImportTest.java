package dev.storefront.fitment.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.run.RunState;
import dev.storefront.common.run.Runs;
import dev.storefront.common.testing.ServiceProcess;
import dev.storefront.fitment.FitmentApi;
import dev.storefront.fitment.FitmentApplication;
import dev.storefront.fitment.FitmentServiceTest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** Vehicle ids and SKUs 9200000-9299999 are this class's. */
@FitmentServiceTest
class KilledImportTest {

  private static final long FIRST = 9_200_000;
  private static final int SKUS = 3_000;
  private static final int VEHICLES = 20;

  /** An instance that has just started beside other work reads hundreds of lines in a minute. */
  private static final Duration LONG = Duration.ofMinutes(5);

  @LocalServerPort int port;
  @Autowired Runs<ImportRequest, Progress> imports;
  @Autowired Environment environment;
  @Autowired JdbcClient db;

  @Test
  void another_instance_goes_on_exactly_where_a_killed_one_stopped() {
    FitmentApi api = new FitmentApi(port);
    ImportClient here = new ImportClient(api);
    api.haveVehicles((int) FIRST, VEHICLES);
    imports.stop();
    String id;
    try (ServiceProcess other =
        ServiceProcess.start(FitmentApplication.class, environment, settings())) {
      id = new ImportClient(new FitmentApi(other.port())).sent(ImportClient.NDJSON, "", file());
      await()
          .atMost(LONG)
          .pollInterval(Duration.ofMillis(10))
          .until(() -> written(here.view(id)) >= 200);
      other.kill();
    }

    // The database may still carry out the last commit.
    await().atMost(LONG).until(() -> written(here.view(id)) == skusInDatabase());
    long writtenThen = written(here.view(id));
    assertThat(writtenThen).isLessThan(SKUS);

    imports.start();

    JsonNode ended = here.ended(id);
    assertThat(ImportClient.state(ended)).isEqualTo(RunState.DONE);
    assertThat(written(ended)).isEqualTo(SKUS);
    assertThat(ended.path("linesRejected").longValue()).isEqualTo(SKUS);
    assertThat(ended.path("linesRead").longValue()).isEqualTo(2 * SKUS);
    assertThat(ended.path("pairsWritten").longValue()).isEqualTo(pairs());
    assertThat(ended.path("bytesRead").longValue()).isEqualTo(file().length());
    assertThat(skusInDatabase()).isEqualTo(SKUS);
    assertThat(mostWritesOfOneSku()).isEqualTo(1);
    for (long from = FIRST; from < FIRST + SKUS; from += 1_000) {
      assertAnswers(api, from);
    }
  }

  private static Map<String, String> settings() {
    return Map.of(
        "storefront.fitment.imports.folder", "target/imports",
        "storefront.runs.lease", "2s");
  }

  /** A good line and a bad one by turns; SKU n fits the first n % VEHICLES + 1 vehicles. */
  private static String file() {
    return LongStream.range(FIRST, FIRST + SKUS)
        .mapToObj(
            sku ->
                "{\"skuId\":%d,\"kind\":\"POP\",\"spuId\":%d,\"vehicleIds\":%s}\nbad\n"
                    .formatted(
                        sku,
                        FIRST + sku % 50,
                        LongStream.range(FIRST, FIRST + fits(sku)).boxed().toList()))
        .collect(Collectors.joining());
  }

  private static long fits(long sku) {
    return sku % VEHICLES + 1;
  }

  private static long pairs() {
    return LongStream.range(FIRST, FIRST + SKUS).map(KilledImportTest::fits).sum();
  }

  private static void assertAnswers(FitmentApi api, long from) {
    List<Long> skus = LongStream.range(from, from + 1_000).boxed().toList();
    int vehicle = (int) FIRST + 7;
    assertThat(FitmentApi.answers(api.check(List.of(vehicle), skus).isOk()))
        .containsExactlyElementsOf(
            skus.stream().map(sku -> sku + " KNOWN " + (fits(sku) > 7 ? 1 : 0)).toList());
  }

  private static long written(JsonNode view) {
    return view.path("skusWritten").longValue();
  }

  private long skusInDatabase() {
    return number("SELECT COUNT(*) FROM sku WHERE sku_id BETWEEN ? AND ?");
  }

  private long mostWritesOfOneSku() {
    // New ones begin above those that were removed.
    return number(
        "SELECT MAX(version) - (SELECT removed FROM sku_version) FROM sku"
            + " WHERE sku_id BETWEEN ? AND ?");
  }

  private long number(String sql) {
    return db.sql(sql).params(FIRST, FIRST + SKUS).query(Long.class).single();
  }
}
