package dev.storefront.usertag.tagging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.usertag.Api;
import dev.storefront.usertag.ServiceTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TaggingApiTest extends ServiceTest {

  @BeforeEach
  void makeTags() {
    api.makeTags("t-one", "t-two", "all", "and");
  }

  @Test
  void a_tag_that_was_given_is_there_at_once_and_gone_when_taken() {
    assertThat(api.isTagged("anna", "t-one")).isFalse();
    assertThat(api.tag("anna", "t-one").status()).isEqualTo(204);
    assertThat(api.isTagged("anna", "t-one")).isTrue();
    assertThat(api.tag("anna", "t-one").status()).isEqualTo(204);
    assertThat(api.untag("anna", "t-one").status()).isEqualTo(204);
    assertThat(api.isTagged("anna", "t-one")).isFalse();
    assertThat(api.untag("anna", "t-one").status()).isEqualTo(204);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "小明", "😀", "{u:0}", "a:b", "a b", " a", "a ", "a", "A", "a/b", "a//b", "/", "a%2Fb", "50%",
        "a;b=c", "a\\b", "a?b#c", "a+b", "..a", "é", "e\u0301", "a\tb", "a\nb"
      })
  void any_text_is_a_user_and_no_two_are_taken_for_each_other(String userId) {
    String before = "t-other-" + (userId.hashCode() & 0xffffff);
    api.makeTags(before);
    assertThat(api.isTagged(userId, before)).isFalse();
    Reply reply = api.tag(userId, before);
    assertThat(reply.status()).as(reply.body()).isEqualTo(204);
    assertThat(api.isTagged(userId, before)).isTrue();
    assertThat(api.users(before)).containsExactly(userId);
    assertThat(api.tagsOf(userId)).contains(before);
  }

  @Test
  void an_end_that_would_never_come_is_refused() {
    Reply reply = api.put(Api.userTag("t-ending", "t-one") + "?expiresAt=2030-01-01T00:00:00Z");
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.code()).isEqualTo("invalid-request");
    assertThat(reply.json().at("/errors/0/field").asString()).isEqualTo("expiresAt");
    assertThat(api.isTagged("t-ending", "t-one")).isFalse();
  }

  @Test
  void what_follows_a_semicolon_in_the_path_is_never_dropped() {
    api.makeTags("t-semicolon");
    assertThat(api.get("/api/v1/users/a;b=c/tags").status()).isEqualTo(400);
    assertThat(api.get("/api/v1/users/a%3Bb=c/tags").status()).isEqualTo(200);
  }

  @Test
  void a_user_id_has_64_characters_at_most() {
    assertThat(api.tag("😀".repeat(64), "t-one").status()).isEqualTo(204);
    Reply reply = api.tag("a".repeat(65), "t-one");
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.code()).isEqualTo("invalid-request");
    assertThat(reply.json().at("/errors/0/field").asString()).isEqualTo("userId");
    assertThat(api.get("/api/v1/users/" + "a".repeat(65) + "/tags").status()).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "PUT", "DELETE"})
  void a_tag_that_does_not_exist_is_unknown_also_for_an_unknown_user(String method) {
    Reply reply =
        api.send(method, Api.userTag("nobody", "t-none"), null, null, TestTokens.operator());
    assertThat(reply.status()).isEqualTo(404);
    assertThat(reply.code()).isEqualTo("unknown-tag");
    assertThat(reply.text("/detail")).contains("t-none");
  }

  @Test
  void a_user_who_is_not_known_has_no_tag_and_lacks_all() {
    assertThat(api.tagsOf("stranger")).isEmpty();
    assertThat(api.get("/api/v1/users/stranger/tags?absent=true").list("/tags"))
        .contains("t-one", "t-two");
    assertThat(api.users("NOT t-one")).doesNotContain("stranger");
  }

  @Test
  void a_user_is_known_from_the_first_call_that_gives_or_takes_a_tag() {
    api.untag("known by taking", "t-one");
    assertThat(api.users("NOT t-one")).contains("known by taking");
    api.tag("known by giving", "t-one");
    api.untag("known by giving", "t-one");
    assertThat(api.users("NOT t-one")).contains("known by giving");
  }

  @Test
  void a_tag_named_all_is_one_like_any_other() {
    api.tag("one of all", "all");
    assertThat(api.users("all")).containsExactly("one of all");
    assertThat(api.users("NOT all")).doesNotContain("one of all").isNotEmpty();
  }

  @Test
  void a_service_may_tag_users_but_a_user_may_not() {
    String path = Api.userTag("anna", "t-two");
    assertThat(api.send("PUT", path, null, null, TestTokens.service("crm")).status())
        .isEqualTo(204);
    assertThat(api.send("PUT", path, null, null, TestTokens.user("anna")).status()).isEqualTo(403);
    assertThat(api.send("PUT", path, null, null, null).status()).isEqualTo(401);
  }
}
