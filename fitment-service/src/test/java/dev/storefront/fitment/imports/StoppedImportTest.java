package dev.storefront.fitment.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunState;
import dev.storefront.common.run.Runs;
import dev.storefront.common.spool.Spool;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.fitment.FitmentApi;
import dev.storefront.fitment.FitmentServiceTest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/**
 * An instance that is told to stop, as it is at every release. Vehicle ids, base vehicles and SKUs
 * 8300000-8399999 are this class's.
 */
@FitmentServiceTest
class StoppedImportTest {

  private static final Duration LONG = Duration.ofMinutes(5);
  private static final int VEHICLE = 8_300_000;

  @LocalServerPort int port;
  @Autowired Runs<ImportRequest, Progress> imports;
  @Autowired Spool spool;
  @Autowired JdbcClient db;
  FitmentApi api;
  ImportClient client;

  @BeforeEach
  void connect() {
    api = new FitmentApi(port);
    client = new ImportClient(api);
    api.haveVehicles(VEHICLE, 3);
  }

  /** How often that SKU was written that was written most; new ones begin above those removed. */
  private static final String WRITES =
      "SELECT MAX(version) - (SELECT removed FROM sku_version) FROM sku"
          + " WHERE sku_id BETWEEN ? AND ?";

  @Test
  void an_import_of_lines_goes_on_after_each_stop_and_writes_each_SKU_once() {
    long first = 8_310_000;
    int skus = 3_000;
    String file =
        LongStream.range(first, first + skus)
            .mapToObj(
                sku ->
                    "{\"skuId\":%d,\"kind\":\"POP\",\"spuId\":%d,\"vehicleIds\":[%d]}\n"
                        .formatted(sku, first + sku % 50, VEHICLE + sku % 3))
            .collect(Collectors.joining());
    String id = client.sent(ImportClient.NDJSON, "", file);

    restartBehind(200, id);
    restartBehind(700, id);
    restartBehind(1_300, id);

    JsonNode ended = client.ended(id);
    assertThat(ImportClient.state(ended)).as("%s", ended).isEqualTo(RunState.DONE);
    assertThat(ended.path("skusWritten").longValue()).isEqualTo(skus);
    assertThat(number("SELECT COUNT(*) FROM sku WHERE sku_id BETWEEN ? AND ?", first, skus))
        .isEqualTo(skus);
    assertThat(number(WRITES, first, skus)).isEqualTo(1);
    List<Long> last = LongStream.range(first + skus - 1_000, first + skus).boxed().toList();
    assertThat(FitmentApi.answers(api.check(List.of(VEHICLE + 1), last).isOk()))
        .containsExactlyElementsOf(
            last.stream().map(sku -> sku + " KNOWN " + (sku % 3 == 1 ? 1 : 0)).toList());
  }

  @Test
  void an_import_of_ACES_goes_on_after_each_stop_and_misses_no_application() {
    int parts = 10;
    int apps = 20_000;
    load("base-vehicles", "baseVehicleId,vehicleId\n8300001,8300000\n");
    load(
        "part-numbers",
        LongStream.range(0, parts)
            .mapToObj(n -> "STOP-%d,%d,SELF,,8320000,\n".formatted(n, 8_320_000 + n))
            .collect(
                Collectors.joining("", "partNumber,skuId,kind,spuId,mainSkuId,vendorId\n", "")));
    String file =
        LongStream.range(0, apps)
            .mapToObj(
                n ->
                    "<App><BaseVehicle id=\"8300001\"/><Note>%d</Note><Part>STOP-%d</Part></App>\n"
                        .formatted(n, n % parts))
            .collect(
                Collectors.joining(
                    "",
                    "<ACES><Header><SubmissionType>FULL</SubmissionType></Header>\n",
                    "</ACES>"));
    String id = client.sent("application/xml", "", file);

    restartBehind(1_000, id);
    restartBehind(8_000, id);

    JsonNode ended = client.ended(id);
    assertThat(ImportClient.state(ended)).as("%s", ended).isEqualTo(RunState.DONE);
    assertThat(ended.path("skusWritten").longValue()).isEqualTo(parts);
    assertThat(ended.path("linesRejected").longValue()).isZero();
    assertThat(
            number("SELECT COUNT(*) FROM sku_note WHERE sku_id BETWEEN ? AND ?", 8_320_000, parts))
        .isEqualTo(apps);
    assertThat(api.checked(List.of(VEHICLE, VEHICLE + 1), 8_320_000L, 8_320_009L))
        .containsExactly("8320000 KNOWN 10", "8320009 KNOWN 10");
  }

  private void restartBehind(long records, String id) {
    await()
        .pollInterval(Duration.ofMillis(5))
        .atMost(LONG)
        .until(() -> found(id).progress().records() >= records);
    imports.stop();

    assertThat(found(id).state()).isEqualTo(RunState.RUNNING);
    assertThat(
            number(
                "SELECT COUNT(*) FROM run WHERE lease_until = 0 AND id BETWEEN ? AND ?",
                Long.parseLong(id),
                1))
        .as("free for others at once")
        .isEqualTo(1);
    assertThat(spool.has(found(id).request().file())).isTrue();
    imports.start();
  }

  private Run<ImportRequest, Progress> found(String id) {
    return imports.find(id).orElseThrow();
  }

  private long number(String sql, long first, int count) {
    return db.sql(sql).params(first, first + count - 1).query(Long.class).single();
  }

  private void load(String what, String csv) {
    api.send(
            api.request("/api/v1/" + what + "/import", TestTokens.operator())
                .header("Content-Type", "text/csv")
                .POST(BodyPublishers.ofString(csv)))
        .isOk();
  }
}
