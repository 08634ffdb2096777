package dev.storefront.usertag.tag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.usertag.ServiceTest;
import dev.storefront.usertag.tagging.Agreement;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

class TagApiTest extends ServiceTest {

  @Autowired TagCatalog tags;
  @Autowired Agreement agreement;

  @Test
  void a_tag_is_made_by_the_first_put_and_described_anew_by_the_next() {
    Reply made = put("tag-made", "{\"description\":\"first\"}");
    assertThat(made.status()).isEqualTo(201);
    assertThat(made.json().toString())
        .isEqualTo("{\"tag\":\"tag-made\",\"description\":\"first\",\"users\":0}");
    api.tag("u1", "tag-made");
    Reply changed = put("tag-made", "{\"description\":\"zweite Fassung é 小\"}");
    assertThat(changed.status()).isEqualTo(200);
    assertThat(api.get("/api/v1/tags/tag-made").json().toString())
        .isEqualTo("{\"tag\":\"tag-made\",\"description\":\"zweite Fassung é 小\",\"users\":1}");
  }

  @Test
  void a_tag_needs_no_description() {
    assertThat(api.put("/api/v1/tags/tag-plain").status()).isEqualTo(201);
    assertThat(put("tag-empty", "{}").status()).isEqualTo(201);
    assertThat(put("tag-long", "{\"description\":\"%s\"}".formatted("x".repeat(1001))).code())
        .isEqualTo("invalid-request");
  }

  @Test
  void what_a_reply_says_may_be_put_again() {
    Reply made = put("tag-again", "{\"description\":\"as it was\"}");

    assertThat(put("tag-again", made.json().toString()).status()).isEqualTo(200);
    assertThat(put("tag-again", "{\"descripton\":\"\"}").code()).isEqualTo("invalid-request");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Vip", "9a", "_a", "-a", "a.b", "a%20b", "%C3%BC", "NOT"})
  void a_name_that_is_none_is_refused(String name) {
    Reply reply = api.put("/api/v1/tags/" + name);
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.code()).isEqualTo("invalid-request");
    assertThat(reply.json().at("/errors/0/field").asString()).isEqualTo("tag");
  }

  @Test
  void a_name_may_have_64_characters() {
    assertThat(api.put("/api/v1/tags/" + "a".repeat(64)).status()).isEqualTo(201);
    assertThat(api.put("/api/v1/tags/" + "a".repeat(65)).status()).isEqualTo(400);
  }

  @Test
  void tags_that_do_not_exist_are_unknown() {
    for (Reply reply :
        List.of(
            api.get("/api/v1/tags/tag-none"),
            api.delete("/api/v1/tags/tag-none"),
            api.get("/api/v1/tags/tag-none/users"))) {
      assertThat(reply.status()).isEqualTo(404);
      assertThat(reply.code()).isEqualTo("unknown-tag");
    }
  }

  @Test
  void a_deleted_tag_is_gone_at_once_and_starts_empty_when_made_anew() {
    api.makeTags("tag-gone", "tag-stays");
    tagAll("tag-gone", IntStream.range(0, 150).mapToObj(i -> "gone-" + i));
    api.tag("gone-1", "tag-stays");
    assertThat(api.count("tag-gone")).isEqualTo(150); // remembered from here on
    assertThat(api.delete("/api/v1/tags/tag-gone").status()).isEqualTo(204);
    assertThat(api.query("tag-gone").code()).isEqualTo("unknown-tag");
    assertThat(api.tagsOf("gone-1")).containsExactly("tag-stays");

    api.makeTags("tag-gone");
    assertThat(api.count("tag-gone")).isZero();
    assertThat(api.isTagged("gone-1", "tag-gone")).isFalse();
    api.tag("gone-2", "tag-gone");
    await().until(() -> tags.removed().isEmpty());
    assertThat(api.users("tag-gone")).containsExactly("gone-2");
    agreement.check();
  }

  @Test
  void paging_through_the_list_gives_each_tag_once_by_name() {
    api.makeTags("tag-list-c", "tag-list-a", "tag-list-b");
    List<String> seen = new ArrayList<>();
    String cursor = "";
    while (true) {
      Reply page = api.get("/api/v1/tags?limit=2" + cursor);
      page.json().get("tags").forEach(tag -> seen.add(tag.get("tag").asString()));
      if (page.json().get("nextCursor") == null) {
        break;
      }
      cursor = "&cursor=" + page.text("/nextCursor");
    }
    assertThat(seen)
        .contains("tag-list-a", "tag-list-b", "tag-list-c")
        .doesNotHaveDuplicates()
        .isSorted();
    assertThat(api.get("/api/v1/tags?cursor=nonsense").code()).isEqualTo("invalid-cursor");
    assertThat(api.get("/api/v1/tags?limit=0").code()).isEqualTo("invalid-request");
    assertThat(api.get("/api/v1/tags?limit=1001").code()).isEqualTo("invalid-request");
  }

  @Test
  void only_operators_reach_tags() {
    String path = "/api/v1/tags/tag-secret";
    assertThat(api.send("GET", path, null, null, TestTokens.service("crm")).status())
        .isEqualTo(403);
    assertThat(api.send("PUT", path, null, null, null).status()).isEqualTo(401);
  }

  private Reply put(String tag, String json) {
    return api.send(
        "PUT",
        "/api/v1/tags/" + tag,
        "application/json",
        BodyPublishers.ofString(json),
        TestTokens.operator());
  }
}
