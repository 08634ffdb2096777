package dev.storefront.fitment.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.TestTokens;
import dev.storefront.fitment.FitmentApi;
import dev.storefront.fitment.FitmentApi.Reply;
import dev.storefront.fitment.FitmentServiceTest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

/** Vehicle ids and SKUs 9000000-9999999 are this class's. */
@FitmentServiceTest
class ImportApiTest {

  private static final String PATH = "/api/v1/fitment/imports";
  private static final Duration LONG = Duration.ofSeconds(60);

  @LocalServerPort int port;
  @Autowired Spool spool;
  @Autowired ImportTable table;
  @Autowired FitmentImports imports;
  FitmentApi api;

  @BeforeEach
  void connect() {
    api = new FitmentApi(port);
    api.haveVehicles(9_000_000, 5);
  }

  @Test
  void every_line_is_a_sku_or_is_rejected_with_its_reason() {
    JsonNode ended =
        imported(
            """
            {"skuId":9000001,"kind":"SELF","mainSkuId":9000000,"vehicleIds":[9000000,9000001]}

            {"skuId":9000002,"kind":"POP","mainSkuId":9000000,"vehicleIds":[12]}
            {"skuId":9000003,"kind":"POP","spuId":9000000,"vehicleIds":[9000002,9999999]}
            no json
            {"skuId":9000004,"kind":"POP","spuId":9000009,"vehicleIds":[],"universal":true}
            {"skuId":9000001,"kind":"SELF","mainSkuId":9000000,"vehicleIds":[9000002]}
            """);

    assertThat(ended.path("state").asString()).isEqualTo("COMPLETED");
    assertThat(ended.path("linesRead").longValue()).isEqualTo(7);
    assertThat(ended.path("skusWritten").longValue()).isEqualTo(3);
    assertThat(ended.path("pairsWritten").longValue()).isEqualTo(3);
    assertThat(ended.path("linesRejected").longValue()).isEqualTo(3);
    assertThat(ended.path("rejected").valueStream().map(r -> r.path("reason").asString()).toList())
        .containsExactly(
            "spuId is required for POP; vehicleIds must be 1000000 to 9999999",
            "names 1 unknown vehicles, the first: [9999999]",
            "is no JSON object of a SKU, or a value has a wrong type");
    assertThat(
            api.checked(
                List.of(9_000_000, 9_000_002), 9_000_001L, 9_000_002L, 9_000_003L, 9_000_004L))
        .containsExactly(
            "9000001 KNOWN 01", "9000002 UNKNOWN 00", "9000003 UNKNOWN 00", "9000004 UNIVERSAL 11");
  }

  @Test
  void a_file_of_a_thousand_skus_is_worked_through() {
    String file =
        LongStream.range(9_001_000, 9_002_000)
            .mapToObj(
                sku ->
                    "{\"skuId\":%d,\"kind\":\"POP\",\"spuId\":9001000,\"vehicleIds\":[%d]}%n"
                        .formatted(sku, 9_000_000 + sku % 5))
            .collect(Collectors.joining());
    JsonNode ended = imported(file);
    assertThat(ended.path("skusWritten").longValue()).isEqualTo(1_000);
    assertThat(ended.path("pairsWritten").longValue()).isEqualTo(1_000);
    List<Long> skus = LongStream.range(9_001_000, 9_002_000).boxed().toList();
    assertThat(FitmentApi.answers(api.check(List.of(9_000_003), skus).isOk()))
        .containsExactlyElementsOf(
            skus.stream().map(sku -> sku + " KNOWN " + (sku % 5 == 3 ? 1 : 0)).toList());
  }

  @Test
  void a_restart_goes_on_behind_the_lines_that_are_done() throws IOException {
    String id = "0123456789abcdef0123456789abcdef";
    String line = "{\"skuId\":%d,\"kind\":\"POP\",\"spuId\":9003000,\"vehicleIds\":[9000000]}\n";
    String file = line.formatted(9_003_001) + line.formatted(9_003_002);
    spool.take(id, new ByteArrayInputStream(file.getBytes(StandardCharsets.UTF_8)));
    table.save(new FitmentImport(id, ImportState.RUNNING, 1, 1, 1, 0), List.of());

    imports.start();

    JsonNode ended = ended(id);
    assertThat(ended.path("skusWritten").longValue()).isEqualTo(2);
    assertThat(api.checked(List.of(9_000_000), 9_003_001L, 9_003_002L))
        .containsExactly("9003001 UNKNOWN 0", "9003002 KNOWN 1");
    assertThat(spool.ids()).doesNotContain(id);
  }

  @Test
  void what_is_no_import_is_refused() {
    post(TestTokens.operator(), "application/json", "{}").isProblem(415, "unsupported-media-type");
    post(null, "application/x-ndjson", "").isProblem(401, "unauthorized");
    post(TestTokens.user("ann"), "application/x-ndjson", "").isProblem(403, "forbidden");
    get("nothing").isProblem(404, "unknown-import");
  }

  private JsonNode imported(String file) {
    Reply reply = post(TestTokens.operator(), "application/x-ndjson", file);
    assertThat(reply.status()).as("%s", reply.json()).isEqualTo(202);
    return ended(reply.json().path("id").asString());
  }

  private JsonNode ended(String id) {
    return await()
        .atMost(LONG)
        .until(
            () -> get(id).isOk().json(),
            view -> ImportState.valueOf(view.path("state").asString()).isOver());
  }

  private Reply post(String token, String type, String body) {
    return api.send(
        api.request(PATH, token).header("Content-Type", type).POST(BodyPublishers.ofString(body)));
  }

  private Reply get(String id) {
    return api.send(api.request(PATH + "/" + id, TestTokens.operator()).GET());
  }
}
