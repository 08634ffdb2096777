package dev.storefront.shortlink.redirect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.HttpCalls;
import dev.storefront.common.testing.Reply;
import dev.storefront.shortlink.ShortLinkTest;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a link may have besides a target, found in Redis and in cold storage. */
class LinkOptionsTest extends ShortLinkTest {

  private static final String TARGET = "https://www.example.com/p?id=1#top";
  private static final int COLLEAGUES = 16;
  private static final String IPHONE =
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148";
  private static final String PIXEL =
      "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/120.0 Mobile"
          + " Safari/537.36";
  private static final String WINDOWS =
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120.0 Safari/537.36";

  @Test
  void a_link_leads_nowhere_before_its_time() {
    Instant later = Instant.now().plusSeconds(3600);
    String code = make("\"validFrom\":\"%s\"".formatted(later));
    Reply early = get("/" + code).expect(404, "not-yet-valid");
    assertThat(early.header("Cache-Control")).isEqualTo("no-store");
    assertThat(view(code).text("/state")).isEqualTo("NOT_YET_VALID");
    afterItsTimeInRedis(code, () -> get("/" + code).expect(404, "not-yet-valid"));

    change(code, "{\"validFrom\":\"%s\"}".formatted(Instant.now().minusSeconds(1)));
    get("/" + code).expect(302);
    assertThat(view(code).text("/state")).isEqualTo("ACTIVE");
  }

  @Test
  void a_link_redirects_exactly_as_often_as_it_may_however_many_come_at_once() throws Exception {
    String code = make("\"maxVisits\":7");
    for (int n = 0; n < 3; n++) {
      send("HEAD", "/" + code, null, null).expect(302);
    }
    ExecutorService callers = Executors.newFixedThreadPool(8);
    try {
      Callable<Integer> visit = () -> get("/" + code).status();
      List<Future<Integer>> visits = callers.invokeAll(java.util.Collections.nCopies(40, visit));
      int redirects = 0;
      for (Future<Integer> answer : visits) {
        assertThat(answer.get()).isIn(302, 410);
        redirects += answer.get() == 302 ? 1 : 0;
      }
      assertThat(redirects).isEqualTo(7);
    } finally {
      callers.shutdownNow();
    }
    get("/" + code).expect(410, "expired-code");
    afterItsTimeInRedis(code, () -> get("/" + code).expect(410, "expired-code"));
    assertThat(send("HEAD", "/" + code, null, null).status()).isEqualTo(410);

    change(code, "{\"maxVisits\":8}");
    get("/" + code).expect(302);
    get("/" + code).expect(410, "expired-code");
    change(code, "{\"maxVisits\":null}");
    get("/" + code).expect(302);
  }

  @Test
  void who_does_not_know_the_password_learns_nothing() {
    String code = make("\"password\":\"ope&n söaam\"");
    Reply form = get("/" + code).expect(200);
    assertThat(form.header("Content-Type")).startsWith("text/html");
    assertThat(form.header("Cache-Control")).isEqualTo("no-store");
    assertThat(form.body()).contains("<form method=\"post\">").contains("name=\"password\"");
    Reply wrong = form("/" + code, "password=open");
    wrong.expect(401);
    assertThat(wrong.header("Content-Type")).startsWith("text/html");
    for (Reply reply : List.of(form, wrong, form("/" + code, ""))) {
      assertThat(reply.body()).doesNotContain("example.com").contains("<form");
      assertThat(reply.header("Location")).isEmpty();
    }
    assertThat(view(code).body()).doesNotContain("ope&n").doesNotContain("$2");
    assertThat(view(code).at("/passwordProtected").asBoolean()).isTrue();

    Reply right = form("/" + code, "password=ope%26n+s%C3%B6aam");
    right.expect(302);
    assertThat(right.header("Location")).isEqualTo(TARGET);
    afterItsTimeInRedis(code, () -> assertThat(get("/" + code).body()).contains("<form"));

    change(code, "{\"password\":null}");
    get("/" + code).expect(302);
    form("/" + code, "password=any").expect(302);
  }

  @Test
  void five_wrong_passwords_a_minute_are_the_end_of_it() {
    String code = make("\"password\":\"sesame\"");
    for (int n = 0; n < 5; n++) {
      form("/" + code, "password=sesame", "X-Forwarded-For", "198.51.100.7").expect(302);
      form("/" + code, "password=no", "X-Forwarded-For", "198.51.100.7").expect(401);
    }
    Reply refused =
        form("/" + code, "password=sesame", "X-Forwarded-For", "198.51.100.7")
            .expect(429, "too-many-tries");
    assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 60);
    assertThat(refused.body()).doesNotContain("example.com");
    form("/" + code, "password=sesame", "X-Forwarded-For", "198.51.100.8").expect(302);
  }

  @Test
  void a_password_opens_a_link_that_left_redis_too() {
    String code = make("\"password\":\"sesame\"");
    afterItsTimeInRedis(code, () -> form("/" + code, "password=sesame").expect(302));
    afterItsTimeInRedis(code, () -> form("/" + code, "password=no").expect(401));
  }

  /** Colleagues have one address. */
  @Test
  void right_passwords_that_come_together_are_no_wrong_tries() throws Exception {
    String code = make("\"password\":\"sesame\"");
    ExecutorService callers = Executors.newFixedThreadPool(COLLEAGUES);
    try {
      Callable<Reply> trying =
          () -> form("/" + code, "password=sesame", "X-Forwarded-For", "198.51.100.9");
      for (Future<Reply> reply : callers.invokeAll(Collections.nCopies(COLLEAGUES, trying))) {
        // On a busy machine some wait for too long; none is taken for one who guesses.
        assertThat(reply.get().status()).isIn(302, 503);
      }
    } finally {
      callers.shutdownNow();
    }
    form("/" + code, "password=sesame", "X-Forwarded-For", "198.51.100.9").expect(302);
  }

  @Test
  void of_many_wrong_passwords_that_come_together_five_are_looked_at() throws Exception {
    String code = make("\"password\":\"sesame\"");
    ExecutorService callers = Executors.newFixedThreadPool(40);
    try {
      // On a busy machine some wait for too long.
      Callable<Integer> trying =
          () ->
              await()
                  .atMost(SOON)
                  .until(
                      () ->
                          form("/" + code, "password=no", "X-Forwarded-For", "198.51.100.10")
                              .status(),
                      status -> status != 503);
      List<Integer> answers = new ArrayList<>();
      for (Future<Integer> answer : callers.invokeAll(Collections.nCopies(40, trying))) {
        answers.add(answer.get());
      }
      assertThat(answers).containsOnly(401, 429);
      assertThat(Collections.frequency(answers, 401)).isEqualTo(5);
    } finally {
      callers.shutdownNow();
    }
  }

  @Test
  void who_has_a_network_of_addresses_has_five_tries_all_the_same() {
    String code = make("\"password\":\"sesame\"");
    for (int n = 1; n <= 5; n++) {
      form("/" + code, "password=no", "X-Forwarded-For", "2001:db8:1:2::" + n).expect(401);
    }
    form("/" + code, "password=sesame", "X-Forwarded-For", "2001:db8:1:2::6")
        .expect(429, "too-many-tries");
    form("/" + code, "password=sesame", "X-Forwarded-For", "2001:db8:1:3::1").expect(302);
  }

  @ParameterizedTest
  @ValueSource(ints = {1_200_000, 2_500_000})
  void a_form_is_no_longer_than_any_other_body(int length) {
    String code = make("\"password\":\"sesame\"");
    byte[] fields = ("password=" + "x".repeat(length)).getBytes(StandardCharsets.UTF_8);
    for (BodyPublisher body :
        List.of(
            BodyPublishers.ofByteArray(fields),
            BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(fields)))) {
      HttpCalls http = new HttpCalls(port);
      http.call(
              http.request("/" + code, null)
                  .header("Content-Type", "application/x-www-form-urlencoded")
                  .POST(body))
          .expect(413, "body-too-large");
    }
  }

  @Test
  void a_visit_counts_when_the_password_is_right_and_not_before() {
    String code = make("\"password\":\"sesame\",\"maxVisits\":1");
    get("/" + code).expect(200);
    form("/" + code, "password=no").expect(401);
    form("/" + code, "password=sesame").expect(302);
    get("/" + code).expect(410, "expired-code");
    form("/" + code, "password=sesame").expect(410, "expired-code");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "'\"forwardQuery\":true'; ?a=b&id=2&c=%20; ?id=1&a=b&c=%20#top",
        "'\"forwardQuery\":true'; ''; ?id=1#top",
        "'\"forwardQuery\":false'; ?a=b; ?id=1#top",
        "'\"utm\":{\"source\":\"sms\",\"campaign\":\"a & b\"}'; ?x=y;"
            + " ?id=1&utm_source=sms&utm_campaign=a%20%26%20b#top",
        "'\"forwardQuery\":true,\"utm\":{\"source\":\"sms\"}'; ?utm_source=other&b=c;"
            + " ?id=1&utm_source=sms&b=c#top",
      })
  void a_target_gets_the_links_parameters_and_the_visitors(
      String options, String query, String expected) {
    String code = make(options);
    String target = "https://www.example.com/p" + expected;
    assertThat(get("/" + code + query).header("Location")).isEqualTo(target);
    afterItsTimeInRedis(
        code, () -> assertThat(get("/" + code + query).header("Location")).isEqualTo(target));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        IPHONE + "| https://i.example/",
        PIXEL + "| https://a.example/",
        WINDOWS + "| https://d.example/"
      })
  void a_device_has_its_own_target(String userAgent, String target) {
    String code =
        make(
            "\"devices\":{\"ios\":\"https://i.example/\",\"android\":\"https://a.example/\","
                + "\"desktop\":\"https://d.example/\"}");
    assertThat(follow(code, userAgent)).isEqualTo(target);
    afterItsTimeInRedis(code, () -> assertThat(follow(code, userAgent)).isEqualTo(target));
    assertThat(follow(code, "curl/8")).isEqualTo(TARGET);
    change(code, "{\"devices\":{\"android\":\"https://b.example/\"}}");
    assertThat(follow(code, IPHONE)).isEqualTo(TARGET);
    assertThat(follow(code, PIXEL)).isEqualTo("https://b.example/");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"maxVisits\":0",
        "\"maxVisits\":1.5",
        "\"maxVisits\":\"3\"",
        "\"password\":\"\"",
        "\"tags\":[\"\"]",
        "\"tags\":[null]",
        "\"tags\":\"spring\"",
        "\"tags\":[\"a\\nb\"]",
        "\"utm\":{\"source\":\"\"}",
        "\"utm\":{\"unknown\":\"x\"}",
        "\"utm\":\"sms\"",
        "\"forwardQuery\":\"true\"",
        "\"devices\":{\"ios\":\"ftp://example.com\"}",
        "\"devices\":{\"ios\":\"https://s.example/abcdef\"}",
        "\"devices\":{\"tv\":\"https://example.com\"}",
        "\"validFrom\":\"tomorrow\"",
        "\"validFrom\":1",
        "\"validFrom\":\"2031-01-01T00:00:00Z\",\"expiresAt\":\"2031-01-01T00:00:00Z\""
      })
  void nonsense_is_refused_in_a_new_link_and_in_a_change(String options) {
    send("POST", "/api/v1/links", app(), "{\"url\":\"%s\",%s}".formatted(TARGET, options))
        .expect(400, "invalid-request");
    if (!options.contains("expiresAt")) {
      send("PATCH", "/api/v1/links/" + make("\"maxVisits\":9"), app(), "{" + options + "}")
          .expect(400, "invalid-request");
    }
  }

  @Test
  void what_a_change_does_not_name_stays() {
    String code =
        make(
            "\"maxVisits\":9,\"tags\":[\"a\",\"b\",\"a\"],\"forwardQuery\":true,"
                + "\"utm\":{\"term\":\"t\"},\"password\":\"p\"");
    Reply changed = change(code, "{\"url\":\"https://example.com/\"}");
    assertThat(changed.number("/maxVisits")).isEqualTo(9);
    assertThat(changed.list("/tags")).containsExactly("a", "b");
    assertThat(changed.at("/forwardQuery").asBoolean()).isTrue();
    assertThat(changed.text("/utm/term")).isEqualTo("t");
    assertThat(changed.at("/passwordProtected").asBoolean()).isTrue();
    Reply less = change(code, "{\"tags\":null,\"utm\":null,\"forwardQuery\":null}");
    assertThat(less.list("/tags")).isEmpty();
    assertThat(less.at("/utm").isNull()).isTrue();
    assertThat(less.at("/forwardQuery").asBoolean()).isFalse();
    assertThat(less.number("/maxVisits")).isEqualTo(9);
    assertThat(view(code).json()).isEqualTo(less.json());
  }

  private String make(String options) {
    return send("POST", "/api/v1/links", app(), "{\"url\":\"%s\",%s}".formatted(TARGET, options))
        .expect(201)
        .code();
  }

  private Reply change(String code, String body) {
    return send("PATCH", "/api/v1/links/" + code, app(), body).isOk();
  }

  private Reply view(String code) {
    return send("GET", "/api/v1/links/" + code, app(), null).isOk();
  }

  private String follow(String code, String userAgent) {
    return send("GET", "/" + code, null, null, "User-Agent", userAgent).header("Location");
  }

  /**
   * Once HBase has the link, Redis has forgotten it; a short memory of codes without a link too.
   */
  private void afterItsTimeInRedis(String code, Runnable check) {
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> {
              forget(code);
              check.run();
            });
  }
}
