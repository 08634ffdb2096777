package dev.storefront.usertag.audience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.common.web.ProblemException;
import dev.storefront.usertag.ServiceTest;
import dev.storefront.usertag.tag.Tag;
import dev.storefront.usertag.tag.TagCatalog;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpStatus;
import tools.jackson.databind.JsonNode;

/** 300 users, thus at least five segments: every third has one tag, every fifth another. */
class AudienceApiTest extends ServiceTest {

  private static final int USERS = 300;
  private static boolean loaded;

  @Autowired ScanPermits permits;
  @Autowired TagCatalog tags;

  @BeforeEach
  void load() {
    if (!loaded) {
      api.makeTags("aud-every", "aud-third", "aud-fifth", "aud-nobody");
      tagAll("aud-every", every(1));
      tagAll("aud-third", every(3));
      tagAll("aud-fifth", every(5));
      loaded = true;
    }
  }

  private static Stream<String> every(int nth) {
    return IntStream.range(0, USERS).filter(i -> i % nth == 0).mapToObj(i -> "aud-" + i);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 64, 99, 100, 1000})
  void paging_through_an_audience_gives_each_user_once_in_order(int limit) {
    List<String> expected = IntStream.range(0, 100).mapToObj(i -> "aud-" + 3 * i).toList();
    assertThat(pages("aud-third", limit)).isEqualTo(expected);
  }

  @Test
  void every_page_tells_the_count_and_the_last_one_has_no_cursor() {
    Reply first = query("aud-third AND NOT aud-fifth", 50, null);
    assertThat(first.json().get("count").asInt()).isEqualTo(80);
    Reply second = query("aud-third AND NOT aud-fifth", 50, first.text("/nextCursor"));
    assertThat(second.json().get("count").asInt()).isEqualTo(80);
    assertThat(second.list("/users")).hasSize(30);
    assertThat(second.json().get("nextCursor")).isNull();
  }

  @Test
  void not_means_the_known_users_without_the_tag_whatever_their_segment() {
    List<String> without = pages("NOT aud-third", 333);
    assertThat(without.stream().filter(user -> user.startsWith("aud-")))
        .containsExactlyElementsOf(
            IntStream.range(0, USERS).filter(i -> i % 3 != 0).mapToObj(i -> "aud-" + i).toList());
    assertThat(api.count("NOT aud-third OR aud-third")).isEqualTo(without.size() + 100);
    assertThat(api.count("aud-third AND NOT aud-third")).isZero();
  }

  @Test
  void a_tag_without_users_is_an_empty_audience_but_an_unknown_one_is_an_error() {
    assertThat(api.users("aud-nobody")).isEmpty();
    for (String expression :
        List.of("aud-missing", "NOT aud-missing", "aud-every OR aud-missing")) {
      for (String call : List.of("query", "count")) {
        Reply reply = api.post("/api/v1/audiences/" + call, Map.of("expression", expression));
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.code()).isEqualTo("unknown-tag");
        assertThat(reply.text("/tag")).isEqualTo("aud-missing");
        assertThat(reply.text("/detail")).contains("aud-missing");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"aud-every AND, 13", "(aud-every, 10", "'', 0", "aud-every && aud-third, 10"})
  void a_syntax_error_tells_its_position(String expression, int position) {
    for (String call : List.of("query", "count")) {
      Reply reply = api.post("/api/v1/audiences/" + call, Map.of("expression", expression));
      assertThat(reply.status()).isEqualTo(400);
      assertThat(reply.code()).isEqualTo("invalid-expression");
      assertThat(reply.json().get("position").asInt()).isEqualTo(position);
    }
  }

  @Test
  void a_cursor_is_of_its_expression_alone() {
    String cursor = query("aud-third", 5, null).text("/nextCursor");
    for (String wrong : List.of("x", "", cursor + "A", cursor.substring(1))) {
      assertThat(query("aud-third", 5, wrong).code()).isEqualTo("invalid-cursor");
    }
    assertThat(query("aud-fifth", 5, cursor).code()).isEqualTo("invalid-cursor");
    String ofTag = api.get("/api/v1/tags/aud-third/users?limit=5").text("/nextCursor");
    assertThat(query("aud-third", 5, ofTag).code()).isEqualTo("invalid-cursor");
    assertThat(api.get("/api/v1/tags/aud-third/users?present=false&cursor=" + ofTag).code())
        .isEqualTo("invalid-cursor");
  }

  @Test
  void what_is_missing_or_out_of_range_is_listed() {
    Reply reply = api.post("/api/v1/audiences/query", Map.of("limit", 1001));
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.code()).isEqualTo("invalid-request");
    assertThat(reply.json().get("errors")).hasSize(2);
    assertThat(query("aud-third", 0, null).code()).isEqualTo("invalid-request");
    assertThat(api.post("/api/v1/audiences/count", Map.of()).code()).isEqualTo("invalid-request");
    assertThat(api.post("/api/v1/audiences/count", Map.of("expression", 7)).code())
        .isEqualTo("invalid-request");
  }

  @Test
  void a_sample_draws_different_users_of_the_audience_each_once() {
    Set<String> all = new HashSet<>(api.users("aud-third"));
    Set<String> drawn = new HashSet<>();
    for (int i = 0; i < 20; i++) {
      Reply reply = sample("aud-third", 30);
      assertThat(reply.json().get("count").asInt()).isEqualTo(100);
      assertThat(reply.json().get("nextCursor")).isNull();
      assertThat(reply.list("/users")).hasSize(30).doesNotHaveDuplicates().isSubsetOf(all);
      drawn.addAll(reply.list("/users"));
    }
    assertThat(drawn).as("20 samples of 30 out of 100").hasSizeGreaterThan(90);
  }

  @Test
  void a_seed_draws_the_same_users_again_and_keeps_most_of_them_when_somebody_comes() {
    List<String> drawn = seeded("aud-third", 30, 7).list("/users");
    assertThat(seeded("aud-third", 30, 7).list("/users")).isEqualTo(drawn).hasSize(30);
    assertThat(seeded("aud-third", 30, 8).list("/users")).isNotEqualTo(drawn);
    assertThat(seeded("aud-third OR aud-nobody", 30, 7).list("/users")).isEqualTo(drawn);
    assertThat(seeded("aud-third AND NOT aud-fifth", 30, 7).list("/users"))
        .as("those who are left are drawn again")
        .containsAll(drawn.stream().filter(user -> !user.matches(".*[05]")).toList());
    Reply unseeded =
        api.post("/api/v1/audiences/query", Map.of("expression", "aud-third", "seed", 7));
    assertThat(unseeded.code()).isEqualTo("invalid-request");
  }

  @Test
  void the_overlap_of_audiences_is_a_matrix() {
    Reply reply = overlap("aud-third", "aud-fifth", "aud-nobody", "NOT aud-third AND aud-every");
    assertThat(reply.json().get("counts").toString())
        .isEqualTo("[[100,20,0,0],[20,60,0,40],[0,0,0,0],[0,40,0,200]]");
    assertThat(overlap("aud-third", "aud-fifth AND").json().get("index").asInt()).isEqualTo(1);
    assertThat(overlap().code()).isEqualTo("invalid-request");
    assertThat(overlap(Collections.nCopies(21, "aud-third").toArray(String[]::new)).code())
        .isEqualTo("invalid-request");
    assertThat(overlap("aud-third", "aud-missing").code()).isEqualTo("unknown-tag");
  }

  @Test
  void an_explanation_shows_the_plan_with_what_it_cost() {
    Reply reply =
        api.post(
            "/api/v1/audiences/explain",
            Map.of("expression", "aud-every AND NOT aud-third AND (aud-fifth OR aud-nobody)"));
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.json().get("count").asInt()).isEqualTo(40);
    JsonNode plan = reply.json().get("plan");
    assertThat(plan.get("operation").asString()).isEqualTo("AND");
    assertThat(plan.at("/parts/0/operation").asString()).isEqualTo("OR");
    assertThat(plan.at("/parts/0/estimatedUsers").asInt()).isBetween(55, 65);
    assertThat(plan.at("/parts/1/tag").asString()).isEqualTo("aud-every");
    assertThat(plan.at("/parts/2/operation").asString()).isEqualTo("NOT");
    assertThat(plan.at("/parts/2/parts/0/tag").asString()).isEqualTo("aud-third");
    // Not read where the parts before leave nobody: in the first or last segment, with some users.
    assertThat(plan.at("/parts/2/parts/0/actualUsers").asInt()).isBetween(96, 100);
    assertThat(reply.json().at("/actual/bytes").asInt()).isPositive();
    assertThat(reply.json().at("/actual/segments").asInt())
        .isEqualTo(reply.json().at("/estimated/segments").asInt())
        .isGreaterThanOrEqualTo(5);
    assertThat(plan.get("segments").asInt()).isEqualTo(reply.json().at("/actual/segments").asInt());
  }

  @Test
  void lists_of_users_are_combined_with_tags_as_sets_are() {
    List<String> some = List.of("aud-7", "aud-9", "aud-30", "aud-299", "aud-7", "nobody-knows");
    Map<String, List<String>> lists = Map.of("some", some, "none", List.of());
    assertThat(listed("$some", lists)).containsExactly("aud-7", "aud-9", "aud-30", "aud-299");
    assertThat(listed("$some AND aud-third", lists)).containsExactly("aud-9", "aud-30");
    assertThat(listed("$some AND NOT aud-third", lists)).containsExactly("aud-7", "aud-299");
    assertThat(listed("aud-third AND NOT $some", lists)).hasSize(98).doesNotContain("aud-9");
    assertThat(listed("aud-third OR $some", lists)).hasSize(102).contains("aud-7");
    assertThat(listed("aud-every AND NOT $some", lists)).hasSize(296);
    assertThat(listed("$none", lists)).isEmpty();
    assertThat(listed("aud-third AND NOT $none", lists)).hasSize(100);
    Map<String, Object> together =
        Map.of("expressions", List.of("$some", "aud-third"), "lists", lists);
    assertThat(
            api.post("/api/v1/audiences/overlap", together)
                .expect(200)
                .json()
                .get("counts")
                .toString())
        .isEqualTo("[[4,2],[2,100]]");
    Reply explained =
        api.post("/api/v1/audiences/explain", Map.of("expression", "$some", "lists", lists));
    assertThat(explained.json().at("/plan/set").asString()).isEqualTo("$some");
    assertThat(explained.json().at("/count").asInt()).isEqualTo(4);
  }

  @Test
  void half_of_a_surrogate_pair_in_a_list_is_nobody() {
    api.makeTags("aud-question");
    api.tag("?", "aud-question");
    for (String id : List.of("\\uD83D", "?")) {
      String question =
          """
          {"expression": "aud-question AND $half", "lists": {"half": ["%s"]}}\
          """
              .formatted(id);
      Reply reply =
          api.send(
              "POST",
              "/api/v1/audiences/count",
              "application/json",
              BodyPublishers.ofString(question),
              TestTokens.operator());
      assertThat(reply.json().get("count").asInt()).as(id).isEqualTo(id.equals("?") ? 1 : 0);
    }
  }

  @Test
  void a_list_of_ten_thousand_is_taken_and_one_more_or_an_unknown_one_is_not() {
    List<String> most = IntStream.range(0, 10_000).mapToObj(i -> "aud-" + i).toList();
    assertThat(listed("$most AND aud-fifth", Map.of("most", most))).hasSize(60);
    List<String> more = IntStream.range(0, 10_001).mapToObj(i -> "aud-" + i).toList();
    assertThat(withLists("$more", Map.of("more", more)).code()).isEqualTo("invalid-request");
    assertThat(withLists("$a", Map.of("A", List.of())).code()).isEqualTo("invalid-request");
    Reply unknown = withLists("aud-third AND $other", Map.of("a", List.of()));
    assertThat(unknown.code()).isEqualTo("invalid-expression");
    assertThat(unknown.json().get("position").asInt()).isEqualTo(14);
    String cursor =
        api.post(
                "/api/v1/audiences/query",
                Map.of("expression", "$m", "limit", 5, "lists", Map.of("m", most)))
            .text("/nextCursor");
    Map<String, Object> next =
        new HashMap<>(Map.of("expression", "$m", "limit", 5, "cursor", cursor));
    next.put("lists", Map.of("m", most));
    assertThat(api.post("/api/v1/audiences/query", next).list("/users"))
        .containsExactly("aud-5", "aud-6", "aud-7", "aud-8", "aud-9");
    next.put("lists", Map.of("m", more.subList(0, 9_000)));
    assertThat(api.post("/api/v1/audiences/query", next).code()).isEqualTo("invalid-cursor");
  }

  @Test
  void shares_of_a_split_are_all_users_and_none_of_them_twice() {
    Set<String> all = new HashSet<>();
    int sum = 0;
    for (int share = 1; share <= 3; share++) {
      String expression = "aud-every AND SPLIT(aud-split, %d, 50, 30, 20)".formatted(share);
      List<String> users = pages(expression, 100);
      assertThat(pages(expression, 7)).isEqualTo(users).isNotEmpty();
      assertThat(api.count(expression)).isEqualTo(users.size());
      all.addAll(users);
      sum += users.size();
    }
    assertThat(all).hasSize(USERS);
    assertThat(sum).isEqualTo(USERS);
    assertThat(api.count("aud-every AND NOT SPLIT(aud-split, 1, 50, 30, 20)"))
        .isEqualTo(
            api.count(
                "aud-every AND (SPLIT(aud-split, 2, 50, 30, 20) OR SPLIT(aud-split, 3, 50, 30,"
                    + " 20))"));
  }

  @Test
  void a_share_may_stand_in_a_standing_audience_and_a_list_may_not() {
    String path = "/api/v1/audiences/aud-half";
    String half = "aud-third AND SPLIT(aud-halves, 1, 1, 1)";
    put(path, half).expect(201);
    List<String> users = pages("@aud-half", 100);
    assertThat(users).isNotEmpty().isEqualTo(pages(half, 100));
    for (int i = 0; i < 30; i += 3) {
      String user = "aud-" + i;
      Reply member = api.get(path + "/members/" + user).expect(200);
      assertThat(member.json().get("member").asBoolean()).isEqualTo(users.contains(user));
    }
    assertThat(put("/api/v1/audiences/aud-listed", "$some").code()).isEqualTo("invalid-expression");
  }

  private Reply put(String path, String expression) {
    return api.send(
        "PUT",
        path,
        "application/json",
        BodyPublishers.ofString("{\"expression\": \"%s\"}".formatted(expression)),
        TestTokens.operator());
  }

  private Reply withLists(String expression, Map<String, List<String>> lists) {
    return api.post(
        "/api/v1/audiences/query", Map.of("expression", expression, "lists", lists, "limit", 1000));
  }

  private List<String> listed(String expression, Map<String, List<String>> lists) {
    Reply reply = withLists(expression, lists).expect(200);
    List<String> users = reply.list("/users");
    assertThat(reply.json().get("count").asInt()).isEqualTo(users.size());
    return users;
  }

  @Test
  void a_sample_of_a_small_audience_is_all_of_it() {
    assertThat(sample("aud-third", 1000).list("/users")).hasSize(100);
    assertThat(sample("aud-nobody", 10).list("/users")).isEmpty();
    assertThat(sample("aud-third", true).list("/users")).hasSize(20);
    assertThat(sample("aud-third", false).json().get("nextCursor")).isNotNull();
    for (Object wrong : List.of(0, 1001, 1.5, "ten", List.of(1))) {
      assertThat(sample("aud-third", wrong).code()).isEqualTo("invalid-request");
    }
  }

  @Test
  void a_tags_users_are_paged_with_and_without_it() {
    List<String> with = tagUsers("aud-fifth", true);
    assertThat(with)
        .hasSize(60)
        .doesNotHaveDuplicates()
        .allMatch(user -> user.endsWith("0") || user.endsWith("5"));
    List<String> without = tagUsers("aud-fifth", false);
    assertThat(without).doesNotHaveDuplicates().doesNotContainAnyElementsOf(with);
    assertThat(without.stream().filter(user -> user.startsWith("aud-"))).hasSize(240);
  }

  @Test
  void a_tag_that_is_deleted_while_its_users_are_asked_for_is_unknown() {
    api.makeTags("aud-gone");
    Tag gone = tags.find("aud-gone").orElseThrow();
    api.delete("/api/v1/tags/aud-gone");
    assertThatThrownBy(() -> search.users(gone, true, 10, null))
        .isInstanceOfSatisfying(
            ProblemException.class,
            refusal -> {
              assertThat(refusal.problem().status()).isEqualTo(HttpStatus.NOT_FOUND);
              assertThat(refusal.problem().code()).isEqualTo("unknown-tag");
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"query", "count", "explain"})
  void a_wish_that_is_not_known_is_refused_by_its_name(String call) {
    Reply reply =
        api.post(
            "/api/v1/audiences/" + call, Map.of("expression", "aud-third", "asof", "2026-11-20"));
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.code()).isEqualTo("invalid-request");
    assertThat(reply.json().at("/errors/0/field").asString()).isEqualTo("asof");
  }

  @Test
  void an_audience_that_cannot_be_counted_now_is_made_all_the_same() {
    String path = "/api/v1/audiences/aud-busy";
    Reply made =
        whileBusy(
            () ->
                api.send(
                    "PUT",
                    path,
                    "application/json",
                    BodyPublishers.ofString("{\"expression\": \"aud-third\"}"),
                    TestTokens.operator()));
    assertThat(made.status()).isEqualTo(201);
    assertThat(made.json().at("/expression").asString()).isEqualTo("aud-third");
    await()
        .untilAsserted(
            () -> assertThat(api.get(path).json().at("/count").asLong(-1)).isEqualTo(100));
  }

  /** Others may be at work as well: the permits are waited for. */
  private <T> T whileBusy(Supplier<T> work) {
    AtomicReference<@Nullable T> done = new AtomicReference<>();
    await()
        .atMost(Duration.ofMinutes(1))
        .pollInSameThread()
        .ignoreExceptionsMatching(AudienceApiTest::isTooBusy)
        .until(
            () -> {
              permits.run(ScanPermits.BITMAPS, () -> done.set(work.get()));
              return true;
            });
    return Objects.requireNonNull(done.get());
  }

  private static boolean isTooBusy(Throwable failure) {
    return failure instanceof ProblemException busy && busy.problem().code().equals("too-busy");
  }

  @Test
  void only_operators_query() {
    assertThat(
            api.send("POST", "/api/v1/audiences/count", null, null, TestTokens.service("crm"))
                .status())
        .isEqualTo(403);
  }

  private List<String> tagUsers(String tag, boolean present) {
    List<String> users = new ArrayList<>();
    String path =
        "/api/v1/tags/%s/users?present=%s&limit=%d".formatted(tag, present, present ? 17 : 170);
    Reply page = api.get(path);
    users.addAll(page.list("/users"));
    while (page.json().get("nextCursor") != null) {
      page = api.get(path + "&cursor=" + page.text("/nextCursor"));
      users.addAll(page.list("/users"));
    }
    return users;
  }

  private List<String> pages(String expression, int limit) {
    Reply page = query(expression, limit, null);
    List<String> users = new ArrayList<>(page.list("/users"));
    while (page.json().get("nextCursor") != null) {
      page = query(expression, limit, page.text("/nextCursor"));
      assertThat(page.list("/users")).isNotEmpty().hasSizeLessThanOrEqualTo(limit);
      users.addAll(page.list("/users"));
    }
    return users;
  }

  private Reply query(String expression, int limit, String cursor) {
    Map<String, Object> body = new HashMap<>(Map.of("expression", expression, "limit", limit));
    if (cursor != null) {
      body.put("cursor", cursor);
    }
    return api.post("/api/v1/audiences/query", body);
  }

  private Reply sample(String expression, Object sample) {
    return api.post("/api/v1/audiences/query", Map.of("expression", expression, "sample", sample));
  }

  private Reply seeded(String expression, int sample, long seed) {
    return api.post(
        "/api/v1/audiences/query",
        Map.of("expression", expression, "sample", sample, "seed", seed));
  }

  private Reply overlap(String... expressions) {
    return api.post("/api/v1/audiences/overlap", Map.of("expressions", List.of(expressions)));
  }
}
