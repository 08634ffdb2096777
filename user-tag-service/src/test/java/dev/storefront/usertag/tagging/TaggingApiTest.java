package dev.storefront.usertag.tagging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.usertag.Api;
import dev.storefront.usertag.ServiceTest;
import dev.storefront.usertag.user.UserDirectory;
import dev.storefront.usertag.user.UserId;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

class TaggingApiTest extends ServiceTest {

  private static final Duration SOON = Duration.ofMinutes(2);

  @Autowired UserDirectory directory;
  @Autowired Agreement agreement;
  @Autowired JdbcClient database;

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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2020-01-01T00:00:00Z",
        "soon",
        "+10000-01-01T00:00:00Z",
        "",
        "4102444800000",
        "Tue, 3 Jun 2031 11:05:30 GMT"
      })
  void an_end_that_cannot_come_is_refused(String end) {
    Reply reply = api.put(Api.userTag("t-ending", "t-one") + "?expiresAt=" + Api.escape(end));

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.code()).isEqualTo("invalid-request");
    assertThat(reply.json().at("/errors/0/field").asString()).isEqualTo("expiresAt");
    assertThat(api.isTagged("t-ending", "t-one")).isFalse();
  }

  @Test
  void a_tag_is_taken_when_its_end_comes_unless_a_later_call_says_otherwise() {
    api.makeTags("t-ends");
    Instant end = Instant.now().plusSeconds(3600);
    for (String user : List.of("t-kept", "t-over", "t-longer")) {
      assertThat(tagUntil(user, end).status()).isEqualTo(204);
      assertThat(api.isTagged(user, "t-ends")).isTrue();
    }
    api.tag("t-kept", "t-ends");
    letItCome("t-kept");
    Instant moved = letItCome("t-over");

    await().atMost(SOON).until(() -> !api.isTagged("t-over", "t-ends"));
    await().atMost(SOON).until(() -> !hasEnd("t-kept"));

    assertThat(api.users("t-ends")).containsExactlyInAnyOrder("t-kept", "t-longer");
    JsonNode changes = api.get("/api/v1/tags/t-ends/audit?userId=t-over").json().get("changes");
    assertThat(changes).hasSize(2);
    assertThat(changes.get(0).get("present").asBoolean()).isFalse();
    assertThat(changes.get(0).get("by").asString()).isEqualTo("expiry");
    assertThat(changes.get(0).get("changedAt").asString()).isEqualTo(moved.toString());
    assertThat(changes.get(1).get("present").asBoolean()).isTrue();
  }

  private Reply tagUntil(String userId, Instant end) {
    return api.put(Api.userTag(userId, "t-ends") + "?expiresAt=" + end);
  }

  /** Instead of waiting for it. */
  private Instant letItCome(String userId) {
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    database
        .sql("UPDATE tag_expiry SET expires_at = ? WHERE ordinal = ?")
        .params(now.toEpochMilli(), directory.find(new UserId(userId)).orElseThrow())
        .update();
    return now;
  }

  private boolean hasEnd(String userId) {
    return database
            .sql("SELECT COUNT(*) FROM tag_expiry WHERE ordinal = ?")
            .param(directory.find(new UserId(userId)).orElseThrow())
            .query(Integer.class)
            .single()
        > 0;
  }

  @Test
  void the_audit_has_each_change_that_made_a_difference_the_newest_first() {
    api.makeTags("t-audited");
    for (String user : List.of("t-first", "t-second")) {
      api.tag(user, "t-audited");
      api.tag(user, "t-audited");
    }
    api.send("DELETE", Api.userTag("t-first", "t-audited"), null, null, TestTokens.service("crm"));
    api.untag("t-third", "t-audited");

    Reply first = api.get("/api/v1/tags/t-audited/audit?limit=2");
    assertThat(first.text("/changes/0/userId")).isEqualTo("t-first");
    assertThat(first.text("/changes/0/by")).isEqualTo("crm");
    assertThat(first.text("/changes/1/userId")).isEqualTo("t-second");
    Reply last =
        api.get("/api/v1/tags/t-audited/audit?limit=2&cursor=" + first.text("/nextCursor"));
    assertThat(last.json().get("changes")).hasSize(1);
    assertThat(last.json().has("nextCursor")).isFalse();
    assertThat(sizesOfPages("t-audited", "limit=1")).containsExactly(1, 1, 1);
    assertThat(sizesOfPages("t-audited", "limit=3")).containsExactly(3);
    assertThat(sizesOfPages("t-audited", "limit=1&userId=t-first")).containsExactly(1, 1);
    assertThat(api.get("/api/v1/tags/t-audited/audit?userId=t-second").json().get("changes"))
        .hasSize(1);
    assertThat(api.get("/api/v1/tags/t-audited/audit?userId=t-third").json().get("changes"))
        .isEmpty();
    assertThat(api.get("/api/v1/tags/t-none/audit").code()).isEqualTo("unknown-tag");
    for (String asked : List.of("cursor=x", "userId=t-stranger&cursor=x")) {
      assertThat(api.get("/api/v1/tags/t-audited/audit?" + asked).code())
          .isEqualTo("invalid-cursor");
    }
  }

  /** How many changes each page of a tag's audit has, until one has no next page. */
  private List<Integer> sizesOfPages(String tag, String asked) {
    List<Integer> sizes = new ArrayList<>();
    String next = "";
    do {
      Reply page = api.get("/api/v1/tags/" + tag + "/audit?" + asked + next).isOk();
      sizes.add(page.json().get("changes").size());
      next = page.json().has("nextCursor") ? "&cursor=" + page.text("/nextCursor") : "";
    } while (!next.isEmpty());
    return sizes;
  }

  @Test
  void an_erased_user_is_not_known_and_is_another_one_later() {
    api.makeTags("t-erased", "t-erased-too");
    api.tag("t-forgotten", "t-erased");
    api.tag("t-forgotten", "t-erased-too");
    long before = directory.find(new UserId("t-forgotten")).orElseThrow();

    for (int times = 0; times < 2; times++) {
      assertThat(api.delete("/api/v1/users/t-forgotten").status()).isEqualTo(204);
      assertThat(api.tagsOf("t-forgotten")).isEmpty();
      assertThat(api.users("t-erased OR NOT t-erased")).doesNotContain("t-forgotten");
      assertThat(api.count("t-erased")).isZero();
      assertThat(api.get("/api/v1/tags/t-erased/audit").json().get("changes")).isEmpty();
    }
    agreement.check();

    api.tag("t-forgotten", "t-erased");
    assertThat(directory.find(new UserId("t-forgotten")).orElseThrow()).isGreaterThan(before);
    assertThat(api.users("t-erased")).containsExactly("t-forgotten");
    assertThat(api.tagsOf("t-forgotten")).containsExactly("t-erased");
    agreement.check();
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
