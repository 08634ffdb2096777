package dev.storefront.fitment.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.run.Runs;
import dev.storefront.common.spool.Spool;
import dev.storefront.common.spool.SpooledFile;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.fitment.FitmentApi;
import dev.storefront.fitment.FitmentServiceTest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;
import tools.jackson.databind.JsonNode;

/** Vehicle ids and SKUs 9000000-9999999 are this class's. */
@FitmentServiceTest
class ImportApiTest {

  @LocalServerPort int port;
  @Autowired Spool spool;
  @Autowired JdbcClient db;
  @Autowired Runs<ImportRequest, Progress> imports;
  @Autowired TransactionOperations transactions;
  FitmentApi api;
  ImportClient client;

  @BeforeEach
  void connect() {
    api = new FitmentApi(port);
    client = new ImportClient(api);
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

    assertThat(ended.path("state").asString()).isEqualTo("DONE");
    assertThat(ended.path("linesRead").longValue()).isEqualTo(7);
    assertThat(ended.path("skusWritten").longValue()).isEqualTo(3);
    assertThat(ended.path("pairsWritten").longValue()).isEqualTo(3);
    assertThat(ended.path("linesRejected").longValue()).isEqualTo(3);
    assertThat(ended.path("rejected").valueStream().map(r -> r.path("reason").asString()).toList())
        .containsExactly(
            "spuId is required for POP; vehicleIds must be 1000000 to 9999999",
            "names 1 unknown vehicles, the first: [9999999]",
            "is not well-formed JSON at column 1");
    assertThat(
            api.checked(
                List.of(9_000_000, 9_000_002), 9_000_001L, 9_000_002L, 9_000_003L, 9_000_004L))
        .containsExactly(
            "9000001 KNOWN 01", "9000002 UNKNOWN 00", "9000003 UNKNOWN 00", "9000004 UNIVERSAL 11");
  }

  @Test
  void of_the_ids_only_the_groups_own_must_be_above_zero() {
    JsonNode ended =
        imported(
            """
            {"skuId":9007001,"kind":"SELF","mainSkuId":9007000,"spuId":0,"vendorId":0,"universal":true}
            {"skuId":9007002,"kind":"POP","spuId":9007000,"mainSkuId":0,"vendorId":0,"vehicleIds":[]}
            {"skuId":9007003,"kind":"SELF","mainSkuId":0,"spuId":1,"vehicleIds":[]}
            {"skuId":9007003,"kind":"POP","spuId":0,"vendorId":-1,"universal":true}
            {"skuId":9007003,"kind":"POP","spuId":1,"universal":false}
            """);
    assertThat(ImportClient.reasons(ended))
        .containsExactly(
            "mainSkuId must be 1 or more",
            "spuId must be 1 or more; vendorId must be 0 or more",
            "vehicleIds is required");
    assertThat(api.checked(List.of(9_000_000), 9_007_001L, 9_007_002L, 9_007_003L))
        .containsExactly("9007001 UNIVERSAL 1", "9007002 KNOWN 0", "9007003 UNKNOWN 0");
  }

  @Test
  void of_a_line_with_a_wrong_value_the_value_is_named() {
    JsonNode ended =
        imported(
            """
            {"skuId":9005001,"kind":"SELF","mainSkuId":9005000,"vehicleIds":[9000000,"9000001"]}
            {"skuId":9005001,"kind":"SELF","mainSkuId":9005000,"vehicleIds":[9000000,null]}
            {"skuId":9005001,"kind":"SELF","mainSkuId":9005000,"vehicleIds":[90000000000]}
            {"skuId":9005001,"kind":"SELF","mainSkuId":9005000,"vehicleIds":9000000}
            {"skuId":"9005001","kind":"SELF","mainSkuId":9005000,"vehicleIds":[]}
            {"skuId":1e99,"kind":"SELF","mainSkuId":9005000,"vehicleIds":[]}
            {"skuId":99999999999999999999,"kind":"SELF","mainSkuId":9005000,"vehicleIds":[]}
            {"skuId":9005001,"kind":"BOTH","mainSkuId":9005000,"vehicleIds":[]}
            {"skuId":9005001,"kind":"SELF","mainSkuId":{},"vehicleIds":[],"universal":"yes"}
            {"skuId":9005001,"kind":"SELF","mainSkuId":9005000,"vehicleIds":[],"universal":"yes"}
            {"skuId":9005001,"skuId":9005001}
            [9005001]
            null
            """);
    assertThat(ImportClient.reasons(ended))
        .containsExactly(
            "vehicleIds[1] must be an integer",
            "vehicleIds[1] must be an integer",
            "vehicleIds[0] is out of range",
            "vehicleIds must be an array",
            "skuId must be an integer",
            "skuId must be an integer",
            "skuId is out of range",
            "kind must be one of SELF, POP",
            "mainSkuId must be an integer",
            "universal must be true or false",
            "is not well-formed JSON at column 25",
            "must be an object",
            "must be an object");
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
  void what_is_left_of_an_import_goes_on_behind_the_lines_that_are_done() {
    String line = "{\"skuId\":%d,\"kind\":\"POP\",\"spuId\":9003000,\"vehicleIds\":[9000000]}\n";
    String first = line.formatted(9_003_001);
    imports.stop();
    String id = client.sent(ImportClient.NDJSON, "", first + line.formatted(9_003_002) + "bad");
    new Interrupted(db).at(id, new Progress(1, 1, first.length(), false, 1, 1, 0));
    SpooledFile file = imports.find(id).orElseThrow().request().file();

    imports.start();

    JsonNode ended = client.ended(id);
    assertThat(ended.path("skusWritten").longValue()).isEqualTo(2);
    assertThat(ended.path("linesRead").longValue()).isEqualTo(3);
    assertThat(ended.path("rejected").path(0).path("line").longValue()).isEqualTo(3);
    assertThat(api.checked(List.of(9_000_000), 9_003_001L, 9_003_002L))
        .containsExactly("9003001 UNKNOWN 0", "9003002 KNOWN 1");
    await().untilAsserted(() -> assertThat(spool.has(file)).isFalse());
  }

  @Test
  void a_dry_run_tells_what_it_would_do_and_does_nothing() {
    JsonNode ended =
        client.imported(
            ImportClient.NDJSON,
            "?dryRun=true",
            """
            {"skuId":9004001,"kind":"SELF","mainSkuId":9004000,"vehicleIds":[9000000,9000001]}
            {"skuId":9004002}
            """);

    assertThat(ended.path("state").asString()).isEqualTo("DONE");
    assertThat(ended.path("dryRun").booleanValue()).isTrue();
    assertThat(ended.path("skusWritten").longValue()).isEqualTo(1);
    assertThat(ended.path("pairsWritten").longValue()).isEqualTo(2);
    assertThat(ImportClient.reasons(ended))
        .containsExactly("kind must be SELF or POP; vehicleIds is required");
    assertThat(api.checked(List.of(9_000_000), 9_004_001L)).containsExactly("9004001 UNKNOWN 0");
  }

  @Test
  void the_first_thousand_rejected_lines_are_listed_and_all_counted() {
    JsonNode ended = client.imported(ImportClient.NDJSON, "", "bad\n".repeat(1_700));
    assertThat(ended.path("linesRejected").longValue()).isEqualTo(1_700);
    assertThat(ended.path("rejected").size()).isEqualTo(1_000);
    assertThat(ended.path("rejected").path(999).path("line").longValue()).isEqualTo(1_000);
  }

  @Test
  void imports_are_listed_by_their_age() {
    String older = client.sent(ImportClient.NDJSON, "", "");
    String newer = client.sent(ImportClient.NDJSON, "", "");
    client.ended(older);
    client.ended(newer);

    List<String> listed = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page = client.get("?limit=1" + cursor).isOk().json();
      assertThat(page.path("items").size()).isEqualTo(1);
      listed.add(page.path("items").path(0).path("id").asString());
      cursor = "&cursor=" + page.path("nextCursor").asString("");
    } while (!listed.contains(older));
    assertThat(listed).containsSubsequence(newer, older).doesNotHaveDuplicates();
  }

  @Test
  void a_cancelled_import_writes_nothing_and_leaves_nothing() {
    imports.stop();
    String id =
        client.sent(
            ImportClient.NDJSON,
            "",
            "{\"skuId\":9006001,\"kind\":\"POP\",\"spuId\":9006000,\"vehicleIds\":[9000000]}");
    SpooledFile file = imports.find(id).orElseThrow().request().file();
    assertThat(client.delete(id).status()).isEqualTo(204);
    assertThat(client.view(id).path("state").asString()).isEqualTo("CANCELLED");
    assertThat(client.view(id).path("finishedAt").asString()).isNotEmpty();
    imports.start();

    await().untilAsserted(() -> assertThat(spool.has(file)).isFalse());
    assertThat(api.checked(List.of(9_000_000), 9_006_001L)).containsExactly("9006001 UNKNOWN 0");
    assertThat(client.delete(id).status()).isEqualTo(204);
    client.delete("999999999").expect(404, "unknown-import");
  }

  @Test
  void an_import_under_way_that_is_cancelled_keeps_what_it_wrote_and_writes_no_more() {
    List<Long> skus = LongStream.range(9_008_001, 9_008_121).boxed().toList();
    String line = "{\"skuId\":%d,\"kind\":\"POP\",\"spuId\":9008000,\"vehicleIds\":[%d]}\n";
    imported(line.formatted(9_008_060, 9_000_001));
    String file =
        skus.stream().map(sku -> line.formatted(sku, 9_000_000)).collect(Collectors.joining());
    String id =
        transactions.execute(
            holder -> {
              // The second fifty of them wait for this one.
              db.sql("SELECT sku_id FROM sku WHERE sku_id = 9008060 FOR UPDATE")
                  .query(Long.class)
                  .single();
              String sent = client.sent(ImportClient.NDJSON, "", file);
              await().until(() -> client.view(sent).path("skusWritten").longValue() == 50);
              assertThat(client.view(sent).path("state").asString()).isEqualTo("RUNNING");
              assertThat(client.delete(sent).status()).isEqualTo(204);
              return sent;
            });
    imported("");

    JsonNode view = client.view(id);
    assertThat(view.path("state").asString()).isEqualTo("CANCELLED");
    assertThat(view.path("skusWritten").longValue()).isEqualTo(50);
    assertThat(FitmentApi.answers(api.check(List.of(9_000_000), skus).isOk()))
        .containsExactlyElementsOf(
            skus.stream()
                .map(
                    sku ->
                        sku <= 9_008_050
                            ? sku + " KNOWN 1"
                            : sku + (sku == 9_008_060 ? " KNOWN 0" : " UNKNOWN 0"))
                .toList());
    assertThat(spool.has(imports.find(id).orElseThrow().request().file())).isFalse();
  }

  @Test
  void an_import_whose_file_is_gone_for_good_fails() {
    imports.stop();
    String id = client.sent(ImportClient.NDJSON, "", "{}");
    spool.delete(imports.find(id).orElseThrow().request().file());
    imports.start();
    JsonNode ended = client.ended(id);
    assertThat(ended.path("state").asString()).isEqualTo("FAILED");
    assertThat(ended.path("failure").asString()).isEqualTo("Its file is lost.");
  }

  @Test
  void what_is_no_import_is_refused() {
    String operator = TestTokens.operator();
    client.post(operator, "application/json", "", "{}").expect(415, "unsupported-media-type");
    client.post(null, ImportClient.NDJSON, "", "").expect(401, "unauthorized");
    client.post(TestTokens.user("ann"), ImportClient.NDJSON, "", "").expect(403, "forbidden");
    client.post(operator, ImportClient.NDJSON, "?dryRun=maybe", "").isInvalid("dryRun");
    client.get("/nothing").expect(404, "unknown-import");
    client.get("?cursor=bad").expect(400, "invalid-cursor");
    client.get("?limit=0").isInvalid("limit");
  }

  private JsonNode imported(String file) {
    return client.imported(ImportClient.NDJSON, "", file);
  }
}
