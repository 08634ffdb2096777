package dev.storefront.usertag.standing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.usertag.ServiceTest;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Audiences of 70 users, thus of two segments at least; every second has another tag too. */
class StandingAudienceApiTest extends ServiceTest {

  private static final String ALL = "/api/v1/audiences/";
  private static boolean loaded;

  @Autowired JdbcClient database;

  @BeforeEach
  void load() {
    if (!loaded) {
      api.makeTags("sta-all", "sta-even", "sta-none");
      tagAll("sta-all", IntStream.range(0, 70).mapToObj(i -> "sta-" + i));
      tagAll("sta-even", IntStream.range(0, 35).mapToObj(i -> "sta-" + 2 * i));
      loaded = true;
    }
  }

  @Test
  void an_audience_is_made_counted_changed_and_deleted() {
    Reply made = put("sta-life", "sta-all AND NOT sta-even");
    assertThat(made.status()).isEqualTo(201);
    assertThat(made.text("/name")).isEqualTo("sta-life");
    assertThat(made.json().get("count").asInt()).isEqualTo(35);
    assertThat(made.text("/state")).isEqualTo("BACKFILLING");
    assertThat(made.number("/backfill/segments")).isGreaterThan(1);
    assertThat(made.number("/backfill/segmentsDone"))
        .isBetween(0L, made.number("/backfill/segments"));
    awaitState("sta-life", "LIVE");
    assertThat(api.get(ALL + "sta-life").json().has("backfill")).isFalse();
    Instant hour = Instant.parse(counts("sta-life", "").text("/counts/0/hour"));
    assertThat(hour).isBefore(Instant.now());
    assertThat(counts("sta-life", "").json().at("/counts/0/count").asInt()).isEqualTo(35);
    assertThat(counts("sta-life", "?to=" + hour).json().get("counts")).isEmpty();
    assertThat(counts("sta-life", "?from=" + hour).json().get("counts")).isNotEmpty();

    Reply changed = put("sta-life", "sta-all");
    assertThat(changed.status()).isEqualTo(200);
    assertThat(changed.text("/state")).isEqualTo("BACKFILLING");
    awaitState("sta-life", "LIVE");
    assertThat(api.get(ALL + "sta-life").json().get("count").asInt()).isEqualTo(70);
    int last = counts("sta-life", "").json().get("counts").size() - 1;
    assertThat(counts("sta-life", "").json().at("/counts/%d/count".formatted(last)).asInt())
        .isEqualTo(70);

    assertThat(api.delete(ALL + "sta-life").status()).isEqualTo(204);
    assertThat(api.get(ALL + "sta-life").code()).isEqualTo("unknown-audience");
    assertThat(api.delete(ALL + "sta-life").status()).isEqualTo(404);
  }

  @Test
  void what_a_reply_says_may_be_put_again() {
    Reply made = put("sta-again", "sta-all");
    assertThat(send("sta-again", made.json().toString(), TestTokens.operator()).status())
        .isEqualTo(200);
  }

  @Test
  void calls_beside_the_audiences_are_none_of_them() {
    for (String call : List.of("query", "count", "explain", "overlap")) {
      assertThat(api.get(ALL + call).status()).as(call).isEqualTo(405);
      assertThat(put(call, "sta-all").status()).as(call).isEqualTo(405);
      assertThat(api.delete(ALL + call).status()).as(call).isEqualTo(405);
    }
    assertThat(put("queries", "sta-all").status()).isEqualTo(201);
    assertThat(put("query%0A", "sta-all").code()).isEqualTo("invalid-request");
    assertThat(api.get(ALL + "a%0Ab").code()).isEqualTo("unknown-audience");
  }

  @Test
  void it_reaches_everybody_though_the_newest_user_was_erased() {
    api.makeTags("sta-newest");
    tagAll("sta-newest", Stream.of("sta-newest-kept", "sta-newest-erased"));
    assertThat(api.delete("/api/v1/users/sta-newest-erased").status()).isEqualTo(204);
    assertThat(put("sta-erased", "sta-newest").status()).isEqualTo(201);
    awaitState("sta-erased", "LIVE");
    assertThat(api.users("@sta-erased")).containsExactly("sta-newest-kept");
  }

  @Test
  void its_users_are_those_of_its_expression_page_by_page() {
    put("sta-users", "sta-even");
    List<String> users = new ArrayList<>();
    String path = ALL + "sta-users/users?limit=10";
    Reply page = api.get(path);
    users.addAll(page.list("/users"));
    while (page.json().has("nextCursor")) {
      page = api.get(path + "&cursor=" + page.text("/nextCursor"));
      users.addAll(page.list("/users"));
    }
    assertThat(users)
        .hasSize(35)
        .isEqualTo(api.users("sta-even"))
        .isEqualTo(api.users("@sta-users"));
    assertThat(api.get(ALL + "sta-users/users?cursor=x").code()).isEqualTo("invalid-cursor");
  }

  @Test
  void an_audience_within_another_changes_with_its_expression() {
    put("sta-inner", "sta-even");
    put("sta-outer", "sta-all AND NOT @sta-inner");
    assertThat(api.count("@sta-outer")).isEqualTo(35);
    assertThat(api.count("@sta-outer OR @sta-inner")).isEqualTo(70);
    put("sta-inner", "sta-none");
    assertThat(api.count("@sta-outer")).isEqualTo(70);
    assertThat(api.delete(ALL + "sta-inner").code()).isEqualTo("audience-in-use");
    assertThat(put("sta-inner", "NOT @sta-outer").code()).isEqualTo("circular-audience");
    assertThat(put("sta-itself", "@sta-itself").code()).isEqualTo("circular-audience");
    assertThat(api.get(ALL + "sta-itself").status()).isEqualTo(404);
    assertThat(api.delete(ALL + "sta-outer").status()).isEqualTo(204);
    assertThat(api.delete(ALL + "sta-inner").status()).isEqualTo(204);
  }

  @Test
  void an_edit_that_would_nest_others_too_deep_is_refused() {
    put("sta-deep1", "sta-all");
    for (int i = 2; i <= 8; i++) {
      assertThat(put("sta-deep" + i, "@sta-deep" + (i - 1)).status()).isEqualTo(201);
    }
    assertThat(put("sta-deep9", "@sta-deep8").code()).isEqualTo("expression-too-deep");
    put("sta-below", "sta-none");
    assertThat(put("sta-deep1", "@sta-below").code()).isEqualTo("expression-too-deep");
    assertThat(api.count("@sta-deep8")).isEqualTo(70);
  }

  @Test
  void what_makes_no_sense_is_refused() {
    assertThat(put("sta-bad", "sta-all AND").code()).isEqualTo("invalid-expression");
    assertThat(put("sta-bad", "sta-missing").code()).isEqualTo("unknown-tag");
    Reply unknown = put("sta-bad", "@sta-missing");
    assertThat(unknown.status()).isEqualTo(400);
    assertThat(unknown.code()).isEqualTo("unknown-audience");
    assertThat(unknown.text("/audience")).isEqualTo("sta-missing");
    assertThat(api.query("@sta-missing").code()).isEqualTo("unknown-audience");
    assertThat(put("Sta", "sta-all").code()).isEqualTo("invalid-request");
    assertThat(counts("sta-bad", "").code()).isEqualTo("unknown-audience");
    assertThat(counts("sta-bad", "?from=soon").code()).isEqualTo("invalid-request");
    assertThat(api.get(ALL + "sta-bad/members/x").code()).isEqualTo("unknown-audience");
    assertThat(send("sta-bad", "{\"expression\": \"sta-all\"}", TestTokens.service("crm")).status())
        .isEqualTo(403);
  }

  @Test
  void a_member_is_told_with_the_parts_that_hold() {
    put("sta-why", "sta-all AND NOT sta-even");
    Reply in = api.get(ALL + "sta-why/members/sta-1");
    assertThat(in.json().get("member").asBoolean()).isTrue();
    assertThat(in.json().get("why").toString())
        .isEqualTo(
            "[{\"part\":\"sta-all AND NOT sta-even\",\"holds\":true},"
                + "{\"part\":\"sta-all\",\"holds\":true},"
                + "{\"part\":\"NOT sta-even\",\"holds\":true},"
                + "{\"part\":\"sta-even\",\"holds\":false}]");
    assertThat(api.get(ALL + "sta-why/members/sta-2").json().get("member").asBoolean()).isFalse();
    Reply nobody = api.get(ALL + "sta-why/members/sta%2Fnobody");
    assertThat(nobody.json().get("member").asBoolean()).isFalse();
    assertThat(nobody.json().at("/why/2/holds").asBoolean()).isFalse();
  }

  @Test
  void audiences_are_listed_by_name() {
    Set<String> names = new HashSet<>(Set.of("sta-list-a", "sta-list-b", "sta-list-c"));
    names.forEach(name -> put(name, "sta-all"));
    List<String> listed = new ArrayList<>();
    Reply page = api.get("/api/v1/audiences?limit=2");
    page.json().get("audiences").forEach(a -> listed.add(a.get("name").asString()));
    while (page.json().has("nextCursor")) {
      page = api.get("/api/v1/audiences?limit=2&cursor=" + page.text("/nextCursor"));
      page.json().get("audiences").forEach(a -> listed.add(a.get("name").asString()));
    }
    assertThat(listed).isSorted().doesNotHaveDuplicates().containsAll(names);
  }

  @Test
  void an_audience_whose_tag_is_deleted_is_an_error_and_not_empty() {
    api.makeTags("sta-passing");
    put("sta-lost", "NOT sta-passing");
    awaitState("sta-lost", "LIVE");
    api.delete("/api/v1/tags/sta-passing");
    assertThat(api.get(ALL + "sta-lost/users").code()).isEqualTo("unknown-tag");
    assertThat(api.query("@sta-lost").code()).isEqualTo("unknown-tag");
    assertThat(api.get(ALL + "sta-lost").status()).isEqualTo(200);
    assertThat(put("sta-lost", "sta-all").status()).isEqualTo(200);
    assertThat(api.count("@sta-lost")).isEqualTo(70);
  }

  @Test
  void the_list_tells_how_many_users_each_has_now() {
    api.makeTags("sta-now", "sta-now-gone");
    List<String> many = IntStream.range(0, 66).mapToObj(i -> "sta-now-" + i).toList();
    many.forEach(api::makeTags);
    put("sta-now-a", "sta-now");
    put("sta-now-b", "sta-now AND NOT sta-even");
    // With one whose tag is gone, and with those of which one question cannot name all tags.
    put("sta-now-c", "sta-now-gone");
    put("sta-now-d", String.join(" OR ", many.subList(0, 33)));
    put("sta-now-e", String.join(" OR ", many.subList(33, 66)));
    for (String audience : List.of("a", "b", "c", "d", "e")) {
      awaitState("sta-now-" + audience, "LIVE");
      assertThat(listed("sta-now-" + audience)).isEqualTo("0");
    }

    api.delete("/api/v1/tags/sta-now-gone").expect(204);
    tagAll("sta-now", Stream.of("sta-0", "sta-1", "sta-2"));
    tagAll("sta-now-40", Stream.of("sta-3"));

    // On a busy machine a second may be over before all of the list are counted.
    await()
        .untilAsserted(
            () -> {
              assertThat(listed("sta-now-a")).isEqualTo("3");
              assertThat(listed("sta-now-b")).isEqualTo("1");
              assertThat(listed("sta-now-c")).as("as last counted").isEqualTo("0");
              assertThat(listed("sta-now-d")).isEqualTo("0");
              assertThat(listed("sta-now-e")).isEqualTo("1");
            });
  }

  /** What the list of all says of an audience's count. */
  private String listed(String name) {
    return api.get("/api/v1/audiences?limit=1000")
        .isOk()
        .json()
        .get("audiences")
        .valueStream()
        .filter(audience -> audience.get("name").asString().equals(name))
        .map(audience -> audience.get("count").toString())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void an_expression_of_before_in_which_a_name_ran_into_a_keyword_is_read_as_it_was()
      throws IOException {
    put("sta-run-in", "sta-all AND NOT sta-even OR sta-none");
    write("sta-run-in", "sta-allAND NOT(sta-even)OR sta-none");
    assertThat(api.get(ALL + "sta-run-in").code()).isEqualTo("invalid-expression");

    String migration = "db/migration/V49__names_end_before_keywords.sql";
    database
        .sql(new ClassPathResource(migration).getContentAsString(StandardCharsets.UTF_8))
        .update();

    Reply read = api.get(ALL + "sta-run-in").isOk();
    assertThat(read.text("/expression")).isEqualTo("sta-all AND  NOT(sta-even) OR sta-none");
    assertThat(read.number("/count")).isEqualTo(35);
    api.delete(ALL + "sta-run-in");
  }

  private void write(String name, String expression) {
    database
        .sql("UPDATE standing_audience SET expression = ? WHERE name = ?")
        .params(expression, name)
        .update();
  }

  private void awaitState(String name, String state) {
    await()
        .atMost(Duration.ofMinutes(2))
        .untilAsserted(() -> assertThat(api.get(ALL + name).text("/state")).isEqualTo(state));
  }

  private Reply counts(String name, String query) {
    return api.get(ALL + name + "/counts" + query);
  }

  private Reply put(String name, String expression) {
    return send(name, "{\"expression\": \"%s\"}".formatted(expression), TestTokens.operator());
  }

  private Reply send(String name, String body, String token) {
    return api.send("PUT", ALL + name, "application/json", BodyPublishers.ofString(body), token);
  }
}
