package dev.storefront.fitment.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.ScriptCalls;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.fitment.FitmentApi;
import dev.storefront.fitment.FitmentServiceTest;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

/** Vehicle ids 3000000-3999999 and SKUs 3000000-3999999 are this class's. */
@FitmentServiceTest
class CheckApiTest {

  private static final List<Integer> FIVE =
      List.of(3_000_004, 3_000_000, 3_000_002, 3_000_001, 3_000_003);

  @LocalServerPort int port;
  @Autowired MeterRegistry meters;
  FitmentApi api;

  @BeforeEach
  void connect() {
    api = new FitmentApi(port);
    api.haveVehicles(3_000_000, 30);
  }

  @Test
  void answers_come_in_the_order_of_the_request_and_repeats_are_answered_each() {
    api.putSelf(3_000_001, 3_000_000, 3_000_000, 3_000_004).isOk();
    api.putSelf(3_000_002, 3_000_000, 3_000_001).isOk();

    assertThat(
            api.checked(
                List.of(3_000_004, 3_000_001, 3_000_004),
                3_000_002L,
                3_999_999L,
                3_000_001L,
                3_000_002L))
        .containsExactly(
            "3000002 KNOWN 010", "3999999 UNKNOWN 000", "3000001 KNOWN 101", "3000002 KNOWN 010");
  }

  @Test
  void five_vehicles_and_two_hundred_skus_of_a_group_are_one_script_call() {
    List<Long> skus = LongStream.range(3_001_000, 3_001_200).boxed().toList();
    FitmentApi.forEach(
        skus, sku -> api.putSelf(sku, 3_001_000, 3_000_000 + (int) (sku % 5)).isOk());
    long before = scriptCalls();

    List<String> answers = FitmentApi.answers(api.check(FIVE, skus).isOk());

    assertThat(scriptCalls() - before).isEqualTo(1);
    assertThat(answers)
        .containsExactlyElementsOf(
            skus.stream().map(sku -> sku + " KNOWN " + digits(sku)).toList());
  }

  private static String digits(long sku) {
    StringBuilder digits = new StringBuilder();
    FIVE.forEach(vehicle -> digits.append(vehicle % 5 == sku % 5 ? '1' : '0'));
    return digits.toString();
  }

  @Test
  void each_group_is_one_script_call() {
    api.putSelf(3_002_001, 3_002_000, 3_000_000).isOk();
    api.putSelf(3_002_002, 3_002_000, 3_000_001).isOk();
    api.putSelf(3_002_003, 3_002_100, 3_000_000).isOk();
    // The same number as a group above, of another kind.
    api.put(3_002_004, Map.of("kind", "POP", "spuId", 3_002_000, "vehicleIds", List.of(3_000_000)))
        .isOk();
    long before = scriptCalls();

    assertThat(
            api.checked(
                List.of(3_000_000, 3_000_001), 3_002_004L, 3_002_003L, 3_002_002L, 3_002_001L))
        .containsExactly(
            "3002004 KNOWN 10", "3002003 KNOWN 10", "3002002 KNOWN 01", "3002001 KNOWN 10");
    assertThat(scriptCalls() - before).isEqualTo(3);
  }

  @Test
  void a_thousand_skus_and_twenty_vehicles_are_answered() {
    api.putSelf(3_003_500, 3_003_000, 3_000_019).isOk();
    List<Integer> vehicles = IntStream.range(3_000_000, 3_000_020).boxed().toList();
    List<Long> skus = LongStream.range(3_003_000, 3_004_000).boxed().toList();

    List<String> answers = FitmentApi.answers(api.check(vehicles, skus).isOk());

    assertThat(answers).hasSize(1_000);
    assertThat(answers.get(500)).isEqualTo("3003500 KNOWN 00000000000000000001");
    assertThat(answers.get(0)).isEqualTo("3003000 UNKNOWN 00000000000000000000");
  }

  @Test
  void an_unknown_vehicle_is_named() {
    Reply reply = api.check(List.of(3_000_000, 3_999_999), List.of(1L));
    reply.expect(400, "unknown-vehicle");
    assertThat(reply.json().path("vehicleIds").toString()).isEqualTo("[3999999]");
  }

  @Test
  void every_invalid_field_is_listed() {
    String path = "/api/v1/fitment/check";
    api.post(path, "{}").isInvalid("vehicleIds", "skuIds");
    api.post(path, "{\"vehicleIds\":[],\"skuIds\":[]}").isInvalid("vehicleIds", "skuIds");
    api.post(path, "{\"vehicleIds\":[12],\"skuIds\":[1]}").isInvalid("vehicleIds[0]");
    api.post(path, "{\"vehicleIds\":[3000000],\"skuIds\":[0,1,-1]}")
        .isInvalid("skuIds[0]", "skuIds[2]");
    api.post(path, "{\"vehicleIds\":[3000000],\"skuIds\":[null]}").isInvalid("skuIds[0]");
    api.post(path, "{\"vehicleIds\":\"3000000\",\"skuIds\":[1]}").isInvalid("vehicleIds");
    api.post(path, "{\"vehicleIds\":[3000000.5],\"skuIds\":[1]}").isInvalid("vehicleIds[0]");
    api.check(Collections.nCopies(21, 3_000_000), List.of(1L)).isInvalid("vehicleIds");
    api.check(List.of(3_000_000), Collections.nCopies(1_001, 1L)).isInvalid("skuIds");
    Reply wrong = api.check(List.of(3_000_000), Collections.nCopies(5_000, 0L));
    wrong.expect(400, "invalid-request");
    // The first twenty, and that there are too many.
    assertThat(wrong.json().path("errors").size()).isEqualTo(21);
    api.post(path, "no json").isInvalid("body");
    api.get(path).expect(405, "method-not-allowed");
  }

  @Test
  void of_values_that_cannot_be_read_the_first_is_told_and_no_other() {
    String path = "/api/v1/fitment/check";
    api.post(path, "{\"vehicleIds\":\"x\",\"skuIds\":\"y\"}").isInvalid("vehicleIds");
    api.post(path, Map.of("skuIds", Collections.nCopies(1_000, "y"))).isInvalid("skuIds[0]");
    // Nor what is wrong with values that can be read.
    api.post(path, "{\"vehicleIds\":[12],\"skuIds\":[1,\"y\",\"z\"]}").isInvalid("skuIds[1]");
  }

  @Test
  void the_skus_of_a_group_that_fit_a_vehicle_come_in_pages() {
    List<Long> fitting = new ArrayList<>();
    for (long sku = 3_004_001; sku <= 3_004_050; sku++) {
      boolean fits = sku % 2 == 0;
      api.putSelf(sku, 3_004_000, fits ? 3_000_001 : 3_000_002).isOk();
      if (fits) {
        fitting.add(sku);
      }
    }
    api.put(
            3_004_051,
            Map.of("kind", "POP", "spuId", 3_004_000, "universal", true, "vehicleIds", List.of()))
        .isOk();
    fitting.add(3_004_051L);

    List<Long> found = new ArrayList<>();
    String cursor = "";
    JsonNode page;
    do {
      page =
          api.get("/api/v1/vehicles/3000001/skus?groupId=3004000&limit=10" + cursor).isOk().json();
      page.path("items").forEach(sku -> found.add(sku.path("skuId").longValue()));
      cursor = "&cursor=" + page.path("nextCursor").asString("");
    } while (page.has("nextCursor"));

    assertThat(found).containsExactlyElementsOf(fitting);
    assertThat(page.path("items").get(page.path("items").size() - 1).path("status").asString())
        .isEqualTo("UNIVERSAL");
  }

  @Test
  void a_page_ends_before_all_of_a_large_group_is_looked_at() {
    long first = 3_010_000;
    long last = first + FittingSkus.LOOKED_AT + 99;
    String lines =
        LongStream.rangeClosed(first, last)
            .mapToObj(
                sku ->
                    "{\"skuId\":%d,\"kind\":\"SELF\",\"mainSkuId\":3010000,\"vehicleIds\":[%d]}"
                        .formatted(sku, sku == last ? 3_000_001 : 3_000_002))
            .collect(Collectors.joining("\n"));
    String id =
        api.send(
                api.request("/api/v1/fitment/imports", TestTokens.operator())
                    .header("Content-Type", "application/x-ndjson")
                    .POST(BodyPublishers.ofString(lines)))
            .json()
            .path("id")
            .asString();
    await()
        .atMost(Duration.ofMinutes(2))
        .until(
            () ->
                api.getAsOperator("/api/v1/fitment/imports/" + id)
                        .json()
                        .path("skusWritten")
                        .asLong()
                    == FittingSkus.LOOKED_AT + 100);

    JsonNode page = api.get("/api/v1/vehicles/3000001/skus?groupId=3010000").isOk().json();
    assertThat(page.path("items")).isEmpty();
    JsonNode next =
        api.get(
                "/api/v1/vehicles/3000001/skus?groupId=3010000&cursor="
                    + page.path("nextCursor").asString())
            .isOk()
            .json();
    assertThat(next.path("items").get(0).path("skuId").asLong()).isEqualTo(last);
    assertThat(next.has("nextCursor")).isFalse();
  }

  @Test
  void groups_of_equal_number_are_told_apart_by_their_kind() {
    api.putSelf(3_020_001, 3_020_000, 3_000_001).isOk();
    for (int vendor : new int[] {1, 2}) {
      Map<String, Object> pop =
          Map.of(
              "kind",
              "POP",
              "spuId",
              3_020_000,
              "vendorId",
              vendor,
              "vehicleIds",
              List.of(3_000_001));
      api.put(3_020_010 + vendor, pop).isOk();
    }

    assertThat(skusOf("")).containsExactly(3_020_001L, 3_020_011L, 3_020_012L);
    assertThat(skusOf("&kind=SELF")).containsExactly(3_020_001L);
    assertThat(skusOf("&kind=POP")).containsExactly(3_020_011L, 3_020_012L);
    api.get("/api/v1/vehicles/3000001/skus?groupId=1&kind=BOTH").isInvalid("kind");
  }

  private List<Long> skusOf(String kind) {
    return api.get("/api/v1/vehicles/3000001/skus?groupId=3020000" + kind)
        .isOk()
        .json()
        .path("items")
        .valueStream()
        .map(sku -> sku.path("skuId").longValue())
        .toList();
  }

  @Test
  void the_other_way_round_bad_questions_are_refused_too() {
    api.get("/api/v1/vehicles/3000001/skus").isInvalid("groupId");
    api.get("/api/v1/vehicles/3000001/skus?groupId=x").isInvalid("groupId");
    api.get("/api/v1/vehicles/12/skus?groupId=1").isInvalid("vehicleId");
    api.get("/api/v1/vehicles/3999999/skus?groupId=1").expect(404, "unknown-vehicle");
    api.get("/api/v1/vehicles/3000001/skus?groupId=1&cursor=x").expect(400, "invalid-cursor");
    assertThat(api.get("/api/v1/vehicles/3000001/skus?groupId=3999999").isOk().json().toString())
        .isEqualTo("{\"items\":[]}");
  }

  private long scriptCalls() {
    return ScriptCalls.of(meters, "fitment/checkFitment");
  }
}
