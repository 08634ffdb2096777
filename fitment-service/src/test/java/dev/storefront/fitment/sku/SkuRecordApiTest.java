package dev.storefront.fitment.sku;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.HttpCalls;
import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.fitment.FitmentApi;
import dev.storefront.fitment.FitmentServiceTest;
import dev.storefront.fitment.bitmap.VehicleSet;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/**
 * What operators do with one SKU's record. Vehicle ids 6300000-6399999 and SKUs 6300000-6399999 are
 * this class's.
 */
@FitmentServiceTest
class SkuRecordApiTest {

  private static final int VEHICLE = 6_300_000;

  @LocalServerPort int port;
  @Autowired JdbcClient db;
  @Autowired DataSource data;
  FitmentApi api;

  @BeforeEach
  void connect() {
    api = new FitmentApi(port);
    api.haveVehicles(VEHICLE, 3);
  }

  @Test
  void an_operator_reads_the_whole_record_and_its_version() {
    put(6_300_001, null, VEHICLE).isOk();
    Reply put = put(6_300_001, null, VEHICLE, VEHICLE + 1).isOk();
    long version = put.json().path("version").longValue();
    assertThat(version).isGreaterThan(1);
    assertThat(put.header("ETag")).isEqualTo(tag(version));

    Reply found = api.getAsOperator(FitmentApi.fitmentOf(6_300_001)).isOk();
    assertThat(found.header("ETag")).isEqualTo(tag(version));
    assertThat(found.json().toString())
        .isEqualTo(
            "{\"skuId\":6300001,\"kind\":\"POP\",\"spuId\":6300000,\"mainSkuId\":null,"
                + "\"vendorId\":42,\"groupId\":6300000,\"universal\":false,\"vehicles\":2,"
                + "\"version\":%d}",
            version);
    api.get(FitmentApi.fitmentOf(6_300_001)).expect(401);
    api.getAsOperator(FitmentApi.fitmentOf(6_300_009)).expect(404, "unknown-sku");
  }

  @Test
  void a_write_that_expects_another_version_changes_nothing() {
    put(6_300_011, tag(1), VEHICLE).expect(412, "stale-version");
    api.getAsOperator(FitmentApi.fitmentOf(6_300_011)).expect(404, "unknown-sku");
    put(6_300_011, "*", VEHICLE).expect(412, "stale-version");
    long v = put(6_300_011, null, VEHICLE).isOk().json().path("version").longValue();
    put(6_300_011, tag(v), VEHICLE + 1).isOk();
    put(6_300_011, tag(v), VEHICLE + 2).expect(412, "stale-version");
    put(6_300_011, tag(v + 6) + ", " + tag(v + 1), VEHICLE + 1).isOk();
    patch(6_300_011, tag(v + 1)).expect(412, "stale-version");
    assertThat(patch(6_300_011, "*").isOk().header("ETag")).isEqualTo(tag(v + 3));
    delete(6_300_011, tag(v + 2)).expect(412, "stale-version");

    assertThat(api.checked(vehicles(), 6_300_011L)).containsExactly("6300011 KNOWN 011");
    delete(6_300_011, tag(v + 3)).expect(204);
    assertThat(api.checked(vehicles(), 6_300_011L)).containsExactly("6300011 UNKNOWN 000");
  }

  @Test
  void a_version_of_before_a_sku_was_forgotten_never_matches_again() {
    List<String> tags = new ArrayList<>();
    for (int time = 0; time < 3; time++) {
      tags.add(Objects.requireNonNull(put(6_300_031, null, VEHICLE).isOk().header("ETag")));
      tags.add(Objects.requireNonNull(put(6_300_031, null, VEHICLE + 1).isOk().header("ETag")));
      api.delete(6_300_031).expect(204);
    }
    put(6_300_031, null, VEHICLE).isOk();

    assertThat(tags).doesNotHaveDuplicates();
    tags.forEach(tag -> put(6_300_031, tag, VEHICLE + 2).expect(412, "stale-version"));
    assertThat(api.checked(vehicles(), 6_300_031L)).containsExactly("6300031 KNOWN 100");
  }

  private static String tag(long version) {
    return "\"" + version + "\"";
  }

  @Test
  void an_export_has_vehicles_that_were_imported_since_it_began() {
    api.putSelf(6_300_301, 6_300_300, VEHICLE).isOk();
    AtomicInteger vehicle = new AtomicInteger(VEHICLE + 100);
    await()
        .atMost(Duration.ofMinutes(2))
        .ignoreExceptions()
        .untilAsserted(
            () ->
                assertThat(exportedWhileImported(vehicle.incrementAndGet()))
                    .contains("\"vehicleIds\":[6300000," + vehicle + "]"));
  }

  /** A line that waits for its vehicles while one more is imported and added. */
  private String exportedWhileImported(int vehicle) throws Exception {
    db.sql("DELETE FROM sku_segment WHERE sku_id = 6300301 AND segment > 0").update();
    CompletableFuture<String> exported;
    try (Connection locking = Objects.requireNonNull(data.getConnection());
        Statement statement = locking.createStatement()) {
      statement.execute("LOCK TABLES sku_segment WRITE");
      try {
        exported = CompletableFuture.supplyAsync(() -> export("?kind=SELF&groupId=6300300").body());
        await()
            .until(
                () ->
                    db.sql(
                            "SELECT COUNT(*) FROM information_schema.processlist"
                                + " WHERE info LIKE '%JOIN sku_segment%'"
                                + " AND state LIKE 'Waiting for table%'")
                        .query(Long.class)
                        .single(),
                waiting -> waiting > 0);
        api.haveVehicles(vehicle, 1);
        int offset = api.get("/api/v1/vehicles/" + vehicle).isOk().json().path("offset").intValue();
        VehicleSet fitting =
            VehicleSet.ofOffsets(
                api.get("/api/v1/vehicles/" + VEHICLE).isOk().json().path("offset").intValue(),
                offset);
        for (int segment : fitting.segments()) {
          try (PreparedStatement write =
              locking.prepareStatement("REPLACE INTO sku_segment VALUES (6300301, ?, ?)")) {
            write.setInt(1, segment);
            write.setBytes(2, fitting.serialized(segment));
            write.executeUpdate();
          }
        }
      } finally {
        statement.execute("UNLOCK TABLES");
      }
    }
    return exported.get();
  }

  @Test
  void a_sku_that_is_forgotten_is_unknown_and_can_come_again() {
    api.putSelf(6_300_021, 6_300_020, VEHICLE).isOk();
    api.putSelf(6_300_022, 6_300_020, VEHICLE).isOk();
    api.delete(6_300_021).expect(204);
    api.delete(6_300_021).expect(204);

    assertThat(api.checked(vehicles(), 6_300_021L, 6_300_022L))
        .containsExactly("6300021 UNKNOWN 000", "6300022 KNOWN 100");
    api.getAsOperator(FitmentApi.fitmentOf(6_300_021)).expect(404, "unknown-sku");
    api.get("/api/v1/skus/6300021/vehicles").expect(404, "unknown-sku");
    api.putSelf(6_300_021, 6_300_020, VEHICLE + 1).isOk();
    assertThat(api.checked(vehicles(), 6_300_021L)).containsExactly("6300021 KNOWN 010");
  }

  @Test
  void what_is_exported_is_what_imports_take() {
    List<Long> skus = LongStream.range(6_300_101, 6_300_221).boxed().toList();
    FitmentApi.forEach(skus, sku -> api.putSelf(sku, 6_300_100, VEHICLE, VEHICLE + 2).isOk());
    api.put(
            6_300_221,
            Map.of(
                "kind", "SELF", "mainSkuId", 6_300_100, "universal", true, "vehicleIds", List.of()))
        .isOk();

    Reply export = export("?kind=SELF&groupId=6300100");
    List<String> lines = export.body().lines().toList();
    assertThat(export.header("Content-Type")).startsWith("application/x-ndjson");
    assertThat(lines).hasSize(121);
    assertThat(lines.get(0))
        .isEqualTo(
            "{\"skuId\":6300101,\"kind\":\"SELF\",\"mainSkuId\":6300100,"
                + "\"vehicleIds\":[6300000,6300002]}");
    assertThat(lines.get(120))
        .isEqualTo(
            "{\"skuId\":6300221,\"kind\":\"SELF\",\"mainSkuId\":6300100,\"universal\":true,"
                + "\"vehicleIds\":[]}");
    assertThat(export("?kind=POP&groupId=6300100").body()).isEmpty();

    FitmentApi.forEach(skus, sku -> api.delete(sku).expect(204));
    importLines(export.body());
    await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> export("?groupId=6300100").body().equals(export.body()));
    assertThat(api.checked(vehicles(), 6_300_150L)).containsExactly("6300150 KNOWN 101");
    api.get("/api/v1/fitment/export").expect(401);
    api.getAsOperator("/api/v1/fitment/export?kind=BOTH").expect(400, "invalid-request");
  }

  @Test
  void what_was_said_of_a_product_is_told_by_every_reply_and_survives_export_and_import() {
    List<String> said =
        List.of(
            "\"kind\":\"POP\",\"spuId\":6300400,\"mainSkuId\":6300499,\"vendorId\":5",
            "\"kind\":\"POP\",\"spuId\":6300400,\"mainSkuId\":0,\"vendorId\":0",
            "\"kind\":\"SELF\",\"spuId\":6300498,\"mainSkuId\":6300400,\"vendorId\":5",
            "\"kind\":\"SELF\",\"spuId\":0,\"mainSkuId\":6300400,\"vendorId\":0");
    for (int i = 0; i < said.size(); i++) {
      long sku = 6_300_401 + i;
      String ids = said.get(i);
      Reply put = api.put(sku, "{%s,\"vehicleIds\":[6300000]}".formatted(ids)).isOk();
      assertThat(put.body()).contains(ids + ",\"groupId\":6300400,");
      assertThat(api.patch(sku, List.of(VEHICLE + 1), List.of()).isOk().body()).contains(ids);
      assertThat(api.getAsOperator(FitmentApi.fitmentOf(sku)).isOk().body()).contains(ids);
    }

    String exported = export("?groupId=6300400").body();
    assertThat(exported.lines()).hasSize(said.size());
    said.forEach(ids -> assertThat(exported).contains(ids));
    LongStream.rangeClosed(6_300_401, 6_300_404).forEach(sku -> api.delete(sku).expect(204));
    importLines(exported);
    await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> export("?groupId=6300400").body().equals(exported));
  }

  @Test
  void of_a_row_that_has_only_its_group_the_group_says_what_is_known() {
    put(6_300_501, null, VEHICLE).isOk();
    api.putSelf(6_300_502, 6_300_500, VEHICLE).isOk();
    db.sql(
            "UPDATE sku SET spu_id = NULL, main_sku_id = NULL, given_vendor_id = NULL"
                + " WHERE sku_id IN (6300501, 6300502)")
        .update();
    assertThat(api.getAsOperator(FitmentApi.fitmentOf(6_300_501)).isOk().body())
        .contains("\"spuId\":6300000,\"mainSkuId\":null,\"vendorId\":42,");
    assertThat(api.getAsOperator(FitmentApi.fitmentOf(6_300_502)).isOk().body())
        .contains("\"spuId\":null,\"mainSkuId\":6300500,\"vendorId\":null,");
  }

  private static List<Integer> vehicles() {
    return List.of(VEHICLE, VEHICLE + 1, VEHICLE + 2);
  }

  private Reply export(String query) {
    return api.getAsOperator("/api/v1/fitment/export" + query).isOk();
  }

  private void importLines(String lines) {
    JsonNode accepted =
        api.send(
                api.request("/api/v1/fitment/imports", TestTokens.operator())
                    .header("Content-Type", "application/x-ndjson")
                    .POST(BodyPublishers.ofString(lines)))
            .expect(202)
            .json();
    assertThat(accepted.path("id").asString()).isNotEmpty();
  }

  private Reply put(long sku, @Nullable String ifMatch, int... vehicleIds) {
    Map<String, Object> body =
        Map.of("kind", "POP", "spuId", 6_300_000, "vendorId", 42, "vehicleIds", vehicleIds);
    HttpRequest.Builder request =
        api.json(FitmentApi.fitmentOf(sku), TestTokens.operator()).PUT(HttpCalls.json(body));
    return api.send(ifMatch == null ? request : request.header("If-Match", ifMatch));
  }

  private Reply patch(long sku, String ifMatch) {
    return api.send(
        api.json(FitmentApi.fitmentOf(sku), TestTokens.operator())
            .header("If-Match", ifMatch)
            .method("PATCH", HttpCalls.json(Map.of("add", List.of(VEHICLE + 2)))));
  }

  private Reply delete(long sku, String ifMatch) {
    return api.send(
        api.request(FitmentApi.fitmentOf(sku), TestTokens.operator())
            .header("If-Match", ifMatch)
            .DELETE());
  }
}
