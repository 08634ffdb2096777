package dev.storefront.shortlink.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.Reply;
import dev.storefront.shortlink.ShortLinkTest;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.password.Passwords;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

class LinkApiTest extends ShortLinkTest {

  private static final String TARGET = "https://www.example.com/brake-pads?id=42";

  @Autowired Slugs slugs;
  @Autowired LinkStore store;
  @Autowired Passwords passwords;

  private final ExecutorService threads = Executors.newFixedThreadPool(24);

  @AfterEach
  void end_threads() {
    threads.shutdownNow();
  }

  @Test
  void a_link_is_made_with_six_letters_unless_another_tier_is_named() {
    Reply six = create("{\"url\":\"%s\"}".formatted(TARGET));
    assertThat(six.status()).isEqualTo(201);
    assertThat(six.code()).matches("[0-9A-Za-z]{6}");
    assertThat(six.text("/shortUrl")).isEqualTo("https://s.example/" + six.code());
    assertThat(six.number("/tier")).isEqualTo(6);
    assertThat(six.json().get("expiresAt").isNull()).isTrue();
    Reply seven = create("{\"url\":\"%s\",\"tier\":7}".formatted(TARGET));
    assertThat(seven.code()).matches("[0-9A-Za-z]{7}");
  }

  @Test
  void a_chosen_name_is_given_once_and_case_counts() {
    String slug = "Sale-" + unique().substring(0, 8);
    String body = "{\"url\":\"%s\",\"slug\":\"%s\"}";
    Reply made = create(body.formatted(TARGET, slug));
    assertThat(made.status()).isEqualTo(201);
    assertThat(made.code()).isEqualTo(slug);
    assertThat(get("/" + slug).header("Location")).isEqualTo(TARGET);
    Reply again = create(body.formatted(TARGET, slug));
    assertThat(again.status()).isEqualTo(409);
    assertThat(again.code()).isEqualTo("slug-taken");
    assertThat(create(body.formatted(TARGET, slug.toLowerCase(java.util.Locale.ROOT))).status())
        .isEqualTo(201);
  }

  @Test
  void of_many_who_ask_for_a_name_at_once_one_has_it() throws Exception {
    ExecutorService callers = Executors.newFixedThreadPool(8);
    try {
      for (int round = 0; round < 5; round++) {
        String body =
            "{\"url\":\"%s\",\"slug\":\"once-%s\"}".formatted(TARGET, unique().substring(0, 8));
        List<Integer> answers = new ArrayList<>();
        for (Future<Reply> reply :
            callers.invokeAll(Collections.nCopies(8, (Callable<Reply>) () -> create(body)))) {
          answers.add(reply.get().status());
        }
        assertThat(answers).containsOnly(201, 409).containsOnlyOnce(201);
      }
    } finally {
      callers.shutdownNow();
    }
  }

  @Test
  void a_slug_with_a_password_can_be_asked_for_again_after_a_failure() {
    Address.Slug slug = new Address.Slug("again-" + unique().substring(0, 8));
    Instant now = Instant.ofEpochMilli(Instant.now().toEpochMilli());
    // As a try leaves it that ends with 503, because Kafka is away.
    assertThat(slugs.reserve(slug.code(), "order-app", now)).isTrue();
    LinkOptions options = LinkOptions.NONE.withPasswordHash(passwords.hash("secret"));
    store
        .publish(
            slug,
            new StoredLink(1, now.toEpochMilli(), null, false, now, "order-app", TARGET, options),
            0)
        .join();

    String body = "{\"url\":\"%s\",\"slug\":\"%s\",\"password\":\"%s\"}";
    create(body.formatted(TARGET, slug.code(), "another")).expect(409, "slug-taken");
    create(body.formatted(TARGET + "/x", slug.code(), "secret")).expect(409, "slug-taken");
    create(body.formatted(TARGET, slug.code(), "secret")).expect(201);
    form("/" + slug.code(), "password=secret").expect(302);
    create(body.formatted(TARGET, slug.code(), "secret")).expect(409, "slug-taken");
  }

  @ParameterizedTest
  @ValueSource(strings = {"abcde", "abcdefg", "actuator", "swagger-ui", "a.b-c", "x", "spät-kauf"})
  void a_name_that_could_be_a_code_or_an_address_of_ours_is_refused(String slug) {
    Reply reply = create("{\"url\":\"%s\",\"slug\":\"%s\"}".formatted(TARGET, slug));
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.text("/errors/0/field")).isEqualTo("slug");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ftp://example.com/",
        "javascript:alert(1)",
        "example.com",
        "https://",
        "http:///x",
        "",
        "https://s.example/abcdef",
        "https://localhost/abcdef",
        "https://S.example./abcdef",
        "http://2130706433/",
        "http://0x7F000001/",
        "http://0177.0.0.1/"
      })
  void a_target_must_be_a_foreign_web_address(String url) {
    Reply reply = create("{\"url\":\"%s\"}".formatted(url));
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.code()).isEqualTo("invalid-request");
    assertThat(reply.text("/errors/0/field")).isEqualTo("url");
  }

  /** Whether private networks may be targets or not. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://foo.localhost/x",
        "https://A.B.LocalHost./",
        "https://0.0.0.0/",
        "https://[::]/",
        "https://[::ffff:0.0.0.0]/",
        "https://127.0.0.1/",
        "https://127.1.2.3/",
        "https://[::1]/"
      })
  void this_machine_at_the_port_of_the_service_is_the_service(String url) {
    Reply refused = create("{\"url\":\"%s\"}".formatted(url));
    refused.isInvalid("url");
    assertThat(refused.text("/errors/0/message")).isEqualTo("must not lead back to this service");
    Reply elsewhere = create("{\"url\":\"%s\"}".formatted(url.replace("https:", "http:")));
    elsewhere.isInvalid("url");
    assertThat(elsewhere.text("/errors/0/message"))
        .as("at another port it is private")
        .isEqualTo("must not lead into a private network");
  }

  @ParameterizedTest
  @CsvSource({"geo, '\"de\"'", "maxClicks, 3", "passwords, '[\"secret\"]'"})
  void a_wish_that_is_not_known_is_refused_and_not_left_out(String field, String value) {
    Reply reply = create("{\"url\":\"%s\",\"%s\":%s}".formatted(TARGET, field, value));
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.code()).isEqualTo("invalid-request");
    assertThat(reply.text("/errors/0/field")).isEqualTo(field);
  }

  @Test
  void a_target_is_at_most_2048_characters_long() {
    String longest = "https://example.com/" + "x".repeat(2028);
    assertThat(create("{\"url\":\"%s\"}".formatted(longest)).status()).isEqualTo(201);
    assertThat(create("{\"url\":\"%sx\"}".formatted(longest)).status()).isEqualTo(400);
  }

  @Test
  void every_wrong_field_is_named() {
    Reply reply = create("{\"url\":\"no\",\"slug\":\"x\",\"expiresAt\":\"2001-01-01T00:00:00Z\"}");
    assertThat(reply.json().at("/errors").valueStream().map(e -> e.at("/field").asString()))
        .containsExactly("url", "expiresAt", "slug");
    assertThat(create("{\"url\":\"%s\",\"tier\":8}".formatted(TARGET)).text("/errors/0/field"))
        .isEqualTo("tier");
    assertThat(create("{\"url\":17}").text("/errors/0/field")).isEqualTo("url");
    assertThat(create("{").status()).isEqualTo(400);
    assertThat(send("POST", "/api/v1/links", null, "{}").status()).isEqualTo(401);
  }

  @Test
  void a_link_can_be_looked_at_changed_and_deleted() {
    String code = link(TARGET);
    String path = "/api/v1/links/" + code;
    Reply found = send("GET", path, operator(), null);
    assertThat(found.text("/url")).isEqualTo(TARGET);
    assertThat(found.text("/createdBy")).isEqualTo("order-app");
    assertThat(found.text("/state")).isEqualTo("ACTIVE");

    Reply changed = send("PATCH", path, operator(), "{\"url\":\"https://example.com/elsewhere\"}");
    assertThat(changed.status()).isEqualTo(200);
    assertThat(get("/" + code).header("Location")).isEqualTo("https://example.com/elsewhere");
    assertThat(send("PATCH", path, operator(), "{}").status()).isEqualTo(400);

    assertThat(send("DELETE", path, operator(), null).status()).isEqualTo(204);
    assertThat(get("/" + code).code()).isEqualTo("unknown-code");
    assertThat(send("GET", path, operator(), null).code()).isEqualTo("unknown-code");
    assertThat(send("DELETE", path, operator(), null).status()).isEqualTo(204);
  }

  @Test
  void an_expired_link_says_so_and_can_be_revived() {
    link(TARGET); // what the first request has to open is open
    Reply made = madeUntilSoon();
    String path = "/api/v1/links/" + made.code();
    await()
        .atMost(SOON)
        .untilAsserted(() -> assertThat(get("/" + made.code()).status()).isEqualTo(410));
    Reply gone = get("/" + made.code());
    assertThat(gone.code()).isEqualTo("expired-code");
    assertThat(gone.header("Cache-Control")).isEqualTo("no-store");
    assertThat(send("GET", path, app(), null).text("/state")).isEqualTo("EXPIRED");
    Instant later = Instant.parse(made.text("/expiresAt")).plusSeconds(3600);
    send("PATCH", path, app(), "{\"expiresAt\":\"%s\"}".formatted(later));
    assertThat(get("/" + made.code()).status()).isEqualTo(302);
  }

  @Test
  void a_null_takes_a_links_end_away_and_an_absent_end_stays() {
    Instant end = Instant.now().plusSeconds(3600).truncatedTo(ChronoUnit.MILLIS);
    Reply made = create("{\"url\":\"%s\",\"expiresAt\":\"%s\"}".formatted(TARGET, end));
    String path = "/api/v1/links/" + made.code();

    Reply changed = send("PATCH", path, app(), "{\"url\":\"https://example.com/elsewhere\"}");
    assertThat(Instant.parse(changed.text("/expiresAt"))).isEqualTo(end);
    Reply endless = send("PATCH", path, app(), "{\"expiresAt\":null}");
    assertThat(endless.status()).isEqualTo(200);
    assertThat(endless.json().at("/expiresAt").isNull()).isTrue();
    assertThat(send("GET", path, app(), null).json().at("/expiresAt").isNull()).isTrue();
    for (String bad : new String[] {"\"soon\"", "5", "{}"}) {
      Reply refused = send("PATCH", path, app(), "{\"expiresAt\":%s}".formatted(bad));
      assertThat(refused.status()).as(bad).isEqualTo(400);
      assertThat(refused.text("/errors/0/field")).isEqualTo("expiresAt");
    }
  }

  @Test
  void a_tag_is_at_most_as_long_as_cold_storage_takes_it() {
    String emoji = "\uD83D\uDE97";
    assertThat(create(tagged(emoji.repeat(32))).status()).isEqualTo(201);
    create(tagged(emoji.repeat(33))).isInvalid("tags[0]");
    String path = "/api/v1/links/" + link(TARGET);
    send("PATCH", path, app(), tagged(emoji.repeat(33))).isInvalid("tags[0]");
  }

  @Test
  void a_change_may_not_make_a_link_that_is_over_before_it_begins_nor_take_its_target_away() {
    Instant end = Instant.now().plusSeconds(3600).truncatedTo(ChronoUnit.MILLIS);
    Reply made = create("{\"url\":\"%s\",\"expiresAt\":\"%s\"}".formatted(TARGET, end));
    String path = "/api/v1/links/" + made.code();
    send("PATCH", path, app(), "{\"validFrom\":\"%s\"}".formatted(end)).isInvalid("validFrom");
    String both = "{\"validFrom\":\"%s\",\"expiresAt\":\"%s\"}";
    send("PATCH", path, app(), both.formatted(end, end.plusSeconds(1))).expect(200);
    send("PATCH", path, app(), "{\"expiresAt\":\"%s\"}".formatted(end)).isInvalid("validFrom");
    send("PATCH", path, app(), "{\"url\":null,\"tags\":[]}").isInvalid("url");
  }

  @Test
  void many_changes_of_one_link_at_the_same_time_wait_for_each_other() {
    String path = "/api/v1/links/" + link(TARGET);
    List<CompletableFuture<Reply>> changes =
        IntStream.range(0, 24)
            .mapToObj(n -> "{\"url\":\"https://example.com/%d\"}".formatted(n))
            .map(body -> CompletableFuture.supplyAsync(() -> change(path, body), threads))
            .toList();
    List<Reply> replies = changes.stream().map(CompletableFuture::join).toList();
    // On a very busy machine the last of them wait too long.
    assertThat(replies)
        .allSatisfy(
            reply -> {
              assertThat(reply.status()).isIn(200, 503);
              assertThat(reply.status() == 200 || !reply.header("Retry-After").isEmpty()).isTrue();
            })
        .anyMatch(reply -> reply.status() == 200);
  }

  @Test
  void the_qr_code_leads_to_the_short_url() throws Exception {
    String code = link(TARGET);
    Reply png = send("GET", "/api/v1/links/" + code + "/qr", app(), null);
    assertThat(png.header("Content-Type")).isEqualTo("image/png");
    assertThat(QrImageTest.read(png.bytes())).isEqualTo("https://s.example/" + code);
  }

  @Test
  void the_qr_code_comes_as_svg_on_request() {
    String path = "/api/v1/links/" + link(TARGET) + "/qr";
    Reply byParameter = send("GET", path + "?format=svg&size=64", app(), null);
    assertThat(byParameter.header("Content-Type")).startsWith("image/svg+xml");
    assertThat(byParameter.body()).startsWith("<svg ").contains("width=\"64\"");
    Reply byHeader = send("GET", path, app(), null, "Accept", "image/svg+xml");
    assertThat(byHeader.header("Content-Type")).startsWith("image/svg+xml");
    for (String png : new String[] {"*/*", "image/*", "image/gif, image/png", "text/html, */*"}) {
      assertThat(send("GET", path, app(), null, "Accept", png).header("Content-Type"))
          .as(png)
          .isEqualTo("image/png");
    }
    for (String svg : new String[] {"image/png;q=0.5, image/svg+xml", "image/png;q=0, image/*"}) {
      assertThat(send("GET", path, app(), null, "Accept", svg).header("Content-Type"))
          .as(svg)
          .startsWith("image/svg+xml");
    }
    for (String neither : new String[] {"image/gif", "application/json", "image/png;q=0"}) {
      Reply refused = send("GET", path, app(), null, "Accept", neither);
      assertThat(refused.status()).as(neither).isEqualTo(406);
    }
    assertThat(send("GET", path + "?format=gif", app(), null).status()).isEqualTo(400);
    assertThat(send("GET", path + "?size=9", app(), null).status()).isEqualTo(400);
    assertThat(send("GET", "/api/v1/links/000000/qr", app(), null).status()).isEqualTo(404);
  }

  @Test
  void a_codes_owner_is_who_made_its_link() {
    String path = "/api/v1/links/" + link(TARGET) + "/owners";
    Reply owners = send("GET", path, operator(), null);
    assertThat(owners.text("/owners/0/owner")).isEqualTo("order-app");
    assertThat(owners.number("/owners/0/generation")).isEqualTo(1);
    assertThat(owners.json().at("/owners/0/until").isNull()).isTrue();
    assertThat(send("GET", "/api/v1/links/zzzzzzz/owners", operator(), null).code())
        .isEqualTo("unknown-code");
  }

  @Test
  void who_deletes_a_link_owns_its_code_until_then() {
    String slug = "gone-" + unique().substring(0, 8);
    create("{\"url\":\"%s\",\"slug\":\"%s\"}".formatted(TARGET, slug));
    for (String code : new String[] {link(TARGET), slug}) {
      Instant before = Instant.now().truncatedTo(ChronoUnit.MILLIS);
      send("DELETE", "/api/v1/links/" + code, app(), null);

      Reply owners = send("GET", "/api/v1/links/" + code + "/owners", operator(), null);

      assertThat(owners.text("/owners/0/owner")).isEqualTo("order-app");
      assertThat(Instant.parse(owners.text("/owners/0/until"))).isBetween(before, Instant.now());
    }
  }

  private static String tagged(String tag) {
    return "{\"url\":\"%s\",\"tags\":[\"%s\"]}".formatted(TARGET, tag);
  }

  private Reply change(String path, String body) {
    return send("PATCH", path, app(), body);
  }

  /** Once more if its end came before the call, on a machine that is that slow. */
  private Reply madeUntilSoon() {
    Instant soon;
    Reply made;
    do {
      soon = Instant.now().plus(5, ChronoUnit.SECONDS);
      made = create("{\"url\":\"%s\",\"expiresAt\":\"%s\"}".formatted(TARGET, soon));
    } while (made.status() == 400 && Instant.now().isAfter(soon));
    assertThat(Instant.parse(made.text("/expiresAt")))
        .isEqualTo(soon.truncatedTo(ChronoUnit.MILLIS));
    return made;
  }

  private Reply create(String body) {
    return send("POST", "/api/v1/links", app(), body);
  }
}
