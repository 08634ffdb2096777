package dev.storefront.fitment.note;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.testing.Reply;
import dev.storefront.fitment.FitmentApi;
import dev.storefront.fitment.FitmentServiceTest;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

/** Vehicle ids and SKUs 9500000-9599999 are this class's. */
@FitmentServiceTest
class NotesApiTest {

  @LocalServerPort int port;
  FitmentApi api;

  @BeforeEach
  void connect() {
    api = new FitmentApi(port);
    api.haveVehicles(9_500_000, 4);
  }

  @Test
  void a_check_tells_on_request_what_to_look_at_on_each_vehicle() {
    put(
            9_500_001,
            """
            [{"vehicleIds": [9500000, 9500002], "position": "front axle", "quantity": 2},
             {"text": "not with sport suspension"},
             {"vehicleIds": [9500003], "text": "does not fit, so nobody reads it"}]""")
        .isOk();

    assertThat(notes(9_500_001))
        .containsExactly(
            "[{\"position\":\"front axle\",\"quantity\":2},{\"text\":\"not with sport suspension\"}]",
            "[{\"text\":\"not with sport suspension\"}]",
            "[{\"position\":\"front axle\",\"quantity\":2},{\"text\":\"not with sport suspension\"}]",
            "[]");
    assertThat(api.check(List.of(9_500_000), List.of(9_500_001L)).isOk().json().toString())
        .doesNotContain("notes");
  }

  @Test
  void twenty_notes_on_a_vehicle_are_told_and_that_there_are_more() {
    put(9_500_004, numbered(20)).isOk();
    put(9_500_005, numbered(21)).isOk();

    JsonNode results =
        api.post(
                "/api/v1/fitment/check",
                Map.of(
                    "vehicleIds", List.of(9_500_000, 9_500_003),
                    "skuIds", List.of(9_500_004, 9_500_005),
                    "notes", true))
            .isOk()
            .json()
            .path("results");
    assertThat(results.path(0).at("/notes/0").size()).isEqualTo(20);
    assertThat(results.path(0).has("notesLeftOut")).isFalse();
    assertThat(results.path(1).at("/notes/0").size()).isEqualTo(20);
    assertThat(results.path(1).at("/notes/0/19/quantity").intValue()).isEqualTo(20);
    assertThat(results.path(1).at("/notes/1").size()).isZero();
    assertThat(results.path(1).path("notesLeftOut").booleanValue()).isTrue();
  }

  private static String numbered(int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj("{\"quantity\": %d}"::formatted)
        .collect(Collectors.joining(",", "[", "]"));
  }

  @Test
  void a_put_replaces_the_notes_and_a_patch_leaves_them() {
    put(9_500_002, "[{\"text\": \"old\"}]").isOk();
    put(9_500_002, "[{\"text\": \"new\"}]").isOk();
    api.patch(9_500_002, List.of(9_500_003), List.of(9_500_000)).isOk();
    assertThat(notes(9_500_002))
        .containsExactly(
            "[]", "[{\"text\":\"new\"}]", "[{\"text\":\"new\"}]", "[{\"text\":\"new\"}]");

    api.putSelf(9_500_002, 9_500_002, 9_500_001).isOk();
    assertThat(notes(9_500_002)).containsExactly("[]", "[]", "[]", "[]");
    assertThat(notes(9_500_009)).containsExactly("[]", "[]", "[]", "[]");
  }

  @Test
  void what_is_no_note_is_refused() {
    put(9_500_003, "[{\"quantity\": 0}]").isInvalid("notes[0].quantity");
    put(9_500_003, "[null]").expect(400, "invalid-request");
    put(9_500_003, "[{\"position\": \"" + "p".repeat(101) + "\"}]").isInvalid("notes[0].position");
    put(9_500_003, "[{\"vehicleIds\": [9599999]}]").expect(400, "unknown-vehicle");
  }

  @ParameterizedTest
  @ValueSource(strings = {"position", "partType", "text"})
  void a_note_that_could_not_be_stored_as_it_is_is_refused(String field) {
    for (String text : List.of("\\ud800", "a\\udc00b", "\\u0000")) {
      put(9_500_006, "[{\"%s\":\"%s\"}]".formatted(field, text)).isInvalid("notes[0]." + field);
    }
    put(9_500_006, "[{\"%s\":\"\\ud83d\\ude97\"}]".formatted(field)).isOk();
    assertThat(notes(9_500_006).get(0)).isEqualTo("[{\"%s\":\"🚗\"}]".formatted(field));
  }

  private Reply put(long sku, String notes) {
    return api.put(
        sku,
        """
        {"kind": "SELF", "mainSkuId": %d, "vehicleIds": [9500000, 9500001, 9500002], "notes": %s}"""
            .formatted(sku, notes));
  }

  /** The notes on each of the four vehicles. */
  private List<String> notes(long sku) {
    Reply reply =
        api.post(
            "/api/v1/fitment/check",
            Map.of(
                "vehicleIds", List.of(9_500_000, 9_500_001, 9_500_002, 9_500_003),
                "skuIds", List.of(sku),
                "notes", true));
    return reply
        .isOk()
        .json()
        .path("results")
        .path(0)
        .path("notes")
        .valueStream()
        .map(JsonNode::toString)
        .toList();
  }
}
