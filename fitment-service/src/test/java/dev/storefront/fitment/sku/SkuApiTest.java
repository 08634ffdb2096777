package dev.storefront.fitment.sku;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.fitment.FitmentApi;
import dev.storefront.fitment.FitmentServiceTest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

/** Vehicle ids 2000000-2999999 and SKUs 2000000-2999999 are this class's. */
@FitmentServiceTest
class SkuApiTest {

  @LocalServerPort int port;
  FitmentApi api;

  @BeforeEach
  void connect() {
    api = new FitmentApi(port);
    api.haveVehicles(2_000_000, 60);
  }

  @Test
  void a_fitment_that_was_put_is_what_the_sku_fits() {
    Reply reply = api.putSelf(2_000_001, 2_000_000, 2_000_000, 2_000_002, 2_000_002).isOk();

    assertThat(reply.json().toString())
        .isEqualTo(
            "{\"skuId\":2000001,\"kind\":\"SELF\",\"spuId\":null,\"mainSkuId\":2000000,"
                + "\"vendorId\":null,\"groupId\":2000000,\"universal\":false,"
                + "\"vehicles\":2,\"version\":%d}",
            reply.json().path("version").longValue());
    assertThat(api.checked(List.of(2_000_000, 2_000_001, 2_000_002), 2_000_001L))
        .containsExactly("2000001 KNOWN 101");
  }

  @Test
  void putting_again_replaces_the_whole_set() {
    Reply first = api.putSelf(2_000_011, 2_000_010, 2_000_000, 2_000_001).isOk();
    Reply second = api.putSelf(2_000_011, 2_000_010, 2_000_005).isOk();

    assertThat(second.json().path("version").longValue())
        .isEqualTo(first.json().path("version").longValue() + 1);
    assertThat(api.checked(List.of(2_000_000, 2_000_001, 2_000_005), 2_000_011L))
        .containsExactly("2000011 KNOWN 001");
    assertThat(vehiclesOf(2_000_011)).containsExactly(2_000_005);
  }

  @Test
  void an_empty_set_is_known_to_fit_nothing() {
    api.putSelf(2_000_021, 2_000_020, 2_000_000).isOk();
    api.putSelf(2_000_021, 2_000_020).isOk();
    assertThat(api.checked(List.of(2_000_000), 2_000_021L)).containsExactly("2000021 KNOWN 0");
    assertThat(vehiclesOf(2_000_021)).isEmpty();
  }

  @Test
  void a_patch_adds_and_removes() {
    api.putSelf(2_000_031, 2_000_030, 2_000_000, 2_000_001).isOk();
    api.patch(2_000_031, List.of(2_000_002, 2_000_003), List.of(2_000_000)).isOk();
    assertThat(vehiclesOf(2_000_031)).containsExactly(2_000_001, 2_000_002, 2_000_003);
    assertThat(api.checked(List.of(2_000_000, 2_000_001, 2_000_002, 2_000_003), 2_000_031L))
        .containsExactly("2000031 KNOWN 0111");

    api.patch(2_000_031, "{\"remove\":[2000001,2000002,2000003]}").isOk();
    assertThat(vehiclesOf(2_000_031)).isEmpty();
  }

  @Test
  void a_universal_sku_fits_every_vehicle_until_it_is_put_otherwise() {
    api.put(
            2_000_041,
            Map.of("kind", "POP", "spuId", 2_000_040, "vehicleIds", List.of(), "universal", true))
        .isOk();
    assertThat(api.checked(List.of(2_000_000, 2_000_001), 2_000_041L))
        .containsExactly("2000041 UNIVERSAL 11");
    assertThat(vehiclesOf(2_000_041)).hasSizeGreaterThanOrEqualTo(60);

    api.put(2_000_041, Map.of("kind", "POP", "spuId", 2_000_040, "vehicleIds", List.of())).isOk();
    assertThat(api.checked(List.of(2_000_000), 2_000_041L)).containsExactly("2000041 KNOWN 0");
  }

  @Test
  void of_a_universal_sku_the_vehicles_may_be_left_out() {
    Map<String, Object> universal =
        Map.of("kind", "POP", "spuId", 2_000_100, "mainSkuId", 0, "universal", true);
    api.put(2_000_101, universal).isOk();
    assertThat(api.checked(List.of(2_000_000), 2_000_101L)).containsExactly("2000101 UNIVERSAL 1");
  }

  @Test
  void of_too_many_notes_only_so_many_are_looked_at() {
    String notes = String.join(",", Collections.nCopies(5_000, "{\"quantity\":0}"));
    Reply reply =
        api.put(
            2_000_111,
            "{\"kind\":\"POP\",\"spuId\":1,\"vehicleIds\":[],\"notes\":[%s]}".formatted(notes));
    reply.expect(400, "invalid-request");
    // Each of 201, and that there are too many.
    assertThat(reply.json().path("errors").size()).isEqualTo(202);
  }

  @Test
  void the_vehicles_of_a_sku_come_in_pages() {
    int[] all = IntStream.range(2_000_000, 2_000_060).toArray();
    api.putSelf(2_000_051, 2_000_050, all).isOk();

    List<Integer> found = new ArrayList<>();
    String query = "?limit=7";
    JsonNode page;
    do {
      page = api.get("/api/v1/skus/2000051/vehicles" + query).isOk().json();
      assertThat(page.path("items").size()).isLessThanOrEqualTo(7);
      page.path("items").forEach(v -> found.add(v.path("vehicleId").intValue()));
      query = "?limit=7&cursor=" + page.path("nextCursor").asString("");
    } while (page.has("nextCursor"));

    assertThat(found).containsExactlyElementsOf(IntStream.of(all).boxed().toList());
  }

  @Test
  void unknown_vehicles_are_named_and_nothing_is_written() {
    Reply reply = api.putSelf(2_000_061, 2_000_060, 2_000_000, 2_999_998, 2_999_999);
    reply.expect(400, "unknown-vehicle");
    assertThat(reply.json().path("vehicleIds").toString()).isEqualTo("[2999998,2999999]");
    assertThat(api.checked(List.of(2_000_000), 2_000_061L)).containsExactly("2000061 UNKNOWN 0");

    api.putSelf(2_000_061, 2_000_060, IntStream.range(2_900_000, 2_900_100).toArray())
        .expect(400, "unknown-vehicle");
    api.putSelf(2_000_061, 2_000_060, 2_000_000).isOk();
    api.patch(2_000_061, List.of(2_999_999), List.of()).expect(400, "unknown-vehicle");
    api.patch(2_000_061, List.of(), List.of(2_999_999)).expect(400, "unknown-vehicle");
  }

  @Test
  void a_sku_without_data_is_unknown() {
    api.patch(2_999_999, List.of(2_000_000), List.of()).expect(404, "unknown-sku");
    api.get("/api/v1/skus/2999999/vehicles").expect(404, "unknown-sku");
  }

  @Test
  void every_invalid_field_is_listed() {
    api.put(2_000_071, "{\"kind\":\"SELF\",\"vehicleIds\":[]}").isInvalid("mainSkuId");
    api.put(2_000_071, "{\"kind\":\"POP\",\"mainSkuId\":1,\"vehicleIds\":[]}").isInvalid("spuId");
    api.put(2_000_071, "{\"mainSkuId\":-1}").isInvalid("kind", "mainSkuId", "vehicleIds");
    api.put(2_000_071, "{\"kind\":\"SELF\",\"mainSkuId\":1,\"vehicleIds\":[12,9999999,0]}")
        .isInvalid("vehicleIds[0]", "vehicleIds[2]");
    api.put(2_000_071, "{\"kind\":\"OWN\",\"mainSkuId\":1,\"vehicleIds\":[]}").isInvalid("kind");
    api.put(2_000_071, "{\"kind\":\"SELF\",\"mainSkuId\":1,\"vehicleIds\":[null]}")
        .isInvalid("vehicleIds[0]");
    api.put(2_000_071, "{\"kind\":\"SELF\",\"mainSkuId\":\"1\",\"vehicleIds\":[]}")
        .isInvalid("mainSkuId");
    api.put(2_000_071, "{\"kind\":5,\"mainSkuId\":-1,\"vehicleIds\":[\"a\",12,1.5]}")
        .isInvalid("kind");
    api.put(2_000_071, "{\"kind\":\"SELF\",\"mainSkuId\":0,\"universal\":true}")
        .isInvalid("mainSkuId");
    api.put(2_000_071, "{\"kind\":\"SELF\",\"mainSkuId\":1,\"universal\":false}")
        .isInvalid("vehicleIds");
    api.put(2_000_071, "{\"kind\":\"POP\",\"spuId\":1,\"vendorId\":-1,\"universal\":true}")
        .isInvalid("vendorId");
    api.put(2_000_071, "{").isInvalid("body");
    api.patch(2_000_071, "{\"add\":[1]}").isInvalid("add[0]");
    api.put(0, "{\"kind\":\"SELF\",\"mainSkuId\":1,\"vehicleIds\":[]}").isInvalid("skuId");
    api.patch(0, "{}").isInvalid("skuId", "body");
  }

  @Test
  void a_patch_that_says_neither_add_nor_remove_is_refused_and_writes_nothing() {
    long version =
        api.putSelf(2_000_091, 2_000_090, 2_000_000).isOk().json().path("version").longValue();
    for (String body : List.of("{}", "{\"vehicleIds\":[2000001]}", "{\"add\":null}")) {
      api.patch(2_000_091, body).isInvalid("body");
    }
    assertThat(
            api.patch(2_000_091, "{\"add\":[2000001]}").isOk().json().path("version").longValue())
        .isEqualTo(version + 1);
  }

  @Test
  void writing_is_for_operators() {
    String path = FitmentApi.fitmentOf(2_000_081);
    String body = "{\"kind\":\"SELF\",\"mainSkuId\":1,\"vehicleIds\":[]}";
    api.send(api.json(path, null).PUT(BodyPublishers.ofString(body))).expect(401, "unauthorized");
    api.send(api.json(path, TestTokens.user("bob")).PUT(BodyPublishers.ofString(body)))
        .expect(403, "forbidden");
    api.send(
            api.json(path, TestTokens.service("shop"))
                .method("PATCH", BodyPublishers.ofString("{}")))
        .expect(403, "forbidden");
  }

  private List<Integer> vehiclesOf(long skuId) {
    return api.get("/api/v1/skus/" + skuId + "/vehicles?limit=1000")
        .isOk()
        .json()
        .path("items")
        .valueStream()
        .map(v -> v.path("vehicleId").intValue())
        .toList();
  }
}
