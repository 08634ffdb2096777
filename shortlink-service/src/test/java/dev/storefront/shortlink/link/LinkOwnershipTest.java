package dev.storefront.shortlink.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.common.web.Cursor;
import dev.storefront.shortlink.ShortLinkTest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Links belong to the application that made them. */
class LinkOwnershipTest extends ShortLinkTest {

  private static final String TARGET = "https://www.example.com/brake-pads?id=42";

  private final String client = "app-" + unique();
  private final String mine = TestTokens.service(client);
  private final String other = TestTokens.service("other-" + unique());

  @ParameterizedTest
  @CsvSource({"GET, ''", "PATCH, ''", "DELETE, ''", "GET, /stats", "GET, /qr", "GET, /owners"})
  void another_applications_link_is_not_to_be_seen_or_changed(String method, String what) {
    String code = make("{\"url\":\"%s\"}".formatted(TARGET));
    String path = "/api/v1/links/" + code + what;
    String body = method.equals("PATCH") ? "{\"url\":\"https://example.com/\"}" : null;
    send(method, path, other, body).expect(403, "not-yours");
    assertThat(get("/" + code).header("Location")).isEqualTo(TARGET);
    assertThat(send(method, path, mine, body).status()).isIn(200, 204);
  }

  @Test
  void operators_reach_every_link_and_a_deleted_one_stays_its_owners() {
    String code = make("{\"url\":\"%s\"}".formatted(TARGET));
    String path = "/api/v1/links/" + code;
    send("GET", path, operator(), null).expect(200);
    send("DELETE", path, operator(), null).expect(204);
    send("DELETE", path, other, null).expect(403, "not-yours");
    send("DELETE", path, mine, null).expect(204);
    send("GET", path, other, null).expect(404, "unknown-code");
  }

  @Test
  void an_application_lists_its_own_links_newest_first_and_page_by_page() {
    List<String> made = new ArrayList<>();
    for (int n = 0; n < 5; n++) {
      made.add(0, make("{\"url\":\"%s&n=%d\"}".formatted(TARGET, n)));
    }
    await()
        .atMost(SOON)
        .untilAsserted(() -> assertThat(codes(list(mine, ""))).containsExactlyElementsOf(made));
    assertThat(codes(list(operator(), "?owner=" + client))).containsExactlyElementsOf(made);
    assertThat(list(mine, "?limit=5").json().has("nextCursor")).isFalse();

    List<String> paged = new ArrayList<>();
    String cursor = "";
    do {
      Reply page = list(mine, "?limit=2" + cursor);
      paged.addAll(codes(page));
      cursor = page.json().has("nextCursor") ? "&cursor=" + page.text("/nextCursor") : "";
    } while (!cursor.isEmpty());
    assertThat(paged).containsExactlyElementsOf(made);
    assertThat(codes(list(other, ""))).isEmpty();
    await()
        .atMost(SOON)
        .untilAsserted(() -> assertThat(codes(list(operator(), "?limit=1000"))).containsAll(made));
  }

  @Test
  void what_is_listed_is_what_is_so_now() {
    String kept = make("{\"url\":\"https://one.example/\",\"tags\":[\"spring\",\"größe 5\"]}");
    String moved = make("{\"url\":\"https://two.example/\",\"tags\":[\"spring\"]}");
    String gone = make("{\"url\":\"https://three.example/\",\"tags\":[\"spring\"]}");
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> assertThat(codes(list(mine, "?tag=spring"))).containsExactly(gone, moved, kept));
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> assertThat(codes(list(mine, "?tag=gr%C3%B6%C3%9Fe%205"))).containsExactly(kept));
    await()
        .atMost(SOON)
        .untilAsserted(
            () ->
                assertThat(codes(list(operator(), "?tag=spring&owner=" + client)))
                    .containsExactly(gone, moved, kept));

    send("PATCH", "/api/v1/links/" + moved, mine, "{\"tags\":[\"autumn\"]}").expect(200);
    send("DELETE", "/api/v1/links/" + gone, mine, null).expect(204);
    assertThat(codes(list(mine, "?tag=spring"))).containsExactly(kept);
    await()
        .atMost(SOON)
        .untilAsserted(() -> assertThat(codes(list(mine, "?tag=autumn"))).containsExactly(moved));
    await()
        .atMost(SOON)
        .untilAsserted(() -> assertThat(codes(list(mine, ""))).containsExactly(moved, kept));
    assertThat(codes(list(mine, "?q=TWO.ex"))).containsExactly(moved);
    assertThat(codes(list(mine, "?q=" + kept))).containsExactly(kept);
    assertThat(codes(list(mine, "?q=nowhere"))).isEmpty();
    assertThat(codes(list(mine, "?tag=spring&q=two"))).isEmpty();
  }

  @Test
  void a_target_is_found_as_it_was_written_and_as_it_is_stored() {
    String cheese = make("{\"url\":\"https://a.example/?Käse=1&b=a|b+c\"}");
    String books = make("{\"url\":\"https://bücher.example/x\"}");
    for (String q :
        List.of("K%C3%84SE", "k%C3%A4se", "k%25C3%25A4se", "a.example/?käse", "A%7Cb")) {
      assertThat(codes(found(q))).as(q).containsExactly(cheese);
    }
    for (String q : List.of("BÜCHER.ex", "xn--B", "//bücher.example/x")) {
      assertThat(codes(found(q))).as(q).containsExactly(books);
    }
    assertThat(codes(found("example"))).containsExactly(books, cheese);
  }

  @ParameterizedTest
  @CsvSource({
    "owner, owner=%s&owner=%<s",
    "tag, tag=a&tag=dup",
    "q, q=a&q=b",
    "q, q=&q=b",
    "limit, limit=2&limit=3"
  })
  void what_is_given_twice_is_refused(String field, String query) {
    list(mine, "?" + query.formatted(client)).isInvalid(field);
    assertThat(list(mine, "?tag=a,b&q=a,b").isOk().at("/items")).isEmpty();
  }

  @Test
  void links_that_left_redis_and_those_of_batches_are_listed_too() {
    Reply lease = lease(mine, unique(), 7, 10);
    String batched =
        publish(mine, lease, lease.number("/ranges/0/first"), TARGET).text("/results/0/code");
    String slug = "listed-" + unique().substring(0, 8);
    make("{\"url\":\"%s\",\"slug\":\"%s\"}".formatted(TARGET, slug));
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> assertThat(codes(list(mine, ""))).containsExactlyInAnyOrder(slug, batched));
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> {
              forget(slug);
              forget(batched);
              assertThat(codes(list(mine, ""))).containsExactlyInAnyOrder(slug, batched);
            });
  }

  @Test
  void an_application_may_not_ask_for_anothers_links() {
    list(mine, "?owner=" + client).expect(200);
    list(mine, "?owner=order-app").expect(403, "not-yours");
    send("GET", "/api/v1/links", TestTokens.user("alice"), null).expect(403);
  }

  @ParameterizedTest
  @ValueSource(strings = {"garbage", "AAAAAAAAAAAA"})
  void a_cursor_of_no_list_is_refused(String cursor) {
    list(mine, "?cursor=" + cursor).expect(400, "invalid-cursor");
    list(mine, "?limit=1001").isInvalid("limit");
  }

  /** The checksum is no secret: whoever computes it is told the same. */
  @ParameterizedTest
  @ValueSource(strings = {"", "x:abcdef", "1", "99999999999999999999:abcdef"})
  void a_place_that_somebody_made_up_is_refused(String position) {
    String cursor = Cursor.encode("links/%s/null/null".formatted(client), position);
    list(mine, "?cursor=" + cursor).expect(400, "invalid-cursor");
  }

  private String make(String body) {
    return send("POST", "/api/v1/links", mine, body).expect(201).code();
  }

  private Reply found(String words) {
    return list(
        mine, "?q=" + words.replace("Ü", "%C3%9C").replace("ü", "%C3%BC").replace("ä", "%C3%A4"));
  }

  private Reply list(String token, String query) {
    return send("GET", "/api/v1/links" + query, token, null);
  }

  private static List<String> codes(Reply page) {
    return page.isOk()
        .json()
        .at("/items")
        .valueStream()
        .map(link -> link.at("/code").asString())
        .toList();
  }
}
