package dev.storefront.shortlink.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.testing.Reply;
import dev.storefront.shortlink.ShortLinkTest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What may be wished for a link, and what of it is refused. */
class LinkRequestTest extends ShortLinkTest {

  private static final String LINKS = "/api/v1/links";
  private static final String GOOD = "https://good.example/";

  /** Longer than a part of a name may be. */
  private static final String LABEL = "a".repeat(64);

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      value = {
        "https://bücher.example/; https://xn--bcher-kva.example/",
        "https://BÜCHER.example:8443; https://xn--bcher-kva.example:8443",
        "https://my_shop.example/; https://my_shop.example/",
        "https://my_shop.example:8080/x; https://my_shop.example:8080/x",
        "https://a-.example/; https://a-.example/",
        "https://a.example/?q=a|b; https://a.example/?q=a%7Cb",
        "https://a.example/{id}; https://a.example/%7Bid%7D",
        "https://a.example/a b?c d#e f; https://a.example/a%20b?c%20d#e%20f",
        "https://a.example/`^<>; https://a.example/%60%5E%3C%3E",
        "https://a.example/[1]?a[1]=2#[3]#4; https://a.example/%5B1%5D?a[1]=2#[3]%234",
        "https://a.example/ü?é=€#\uD83D\uDE97;"
            + " https://a.example/%C3%BC?%C3%A9=%E2%82%AC#%F0%9F%9A%97",
        "https://a.example/u\u0308; https://a.example/u%CC%88",
        "https://a.example/%7b%C3%BC; https://a.example/%7b%C3%BC",
        "https://us:er@a.example?x; https://us:er@a.example?x",
        "HTTP://A.Example./?; http://a.example./?",
        "HTTPS://A.EXAMPLE/X?Y#Z; https://a.example/X?Y#Z",
        "https://User@A.example:8443; https://User@a.example:8443",
        "https://xn--bcher-kva.Example; https://xn--bcher-kva.example",
        "http://[2001:DB8::A]/; http://[2001:db8::a]/",
        "http://[2001:db8::1]:80/|; http://[2001:db8::1]:80/%7C",
      })
  void a_target_is_stored_as_a_browser_would_ask_for_it(String url, String stored) {
    Reply made = create("{\"url\":\"%s\"}".formatted(url)).expect(201);
    assertThat(get("/" + made.code()).header("Location")).isEqualTo(stored);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://example.com/\\ud800",
        "https://example.com/?a=\\udc00b",
        "https://\\ud83dexample.com/",
        "https://example.com/\\u0000",
        "https://example.com/a\\nb",
        "https://example.com/\\u0085",
        "https://example.com\\\\@evil.example/",
        "https://example.com/%zz",
        "https://example.com/ ",
        " https://example.com/",
        "https://a@b@example.com/",
        "https://us er@example.com/",
        "https://ex ample.com/",
        "https://ex%61mple.com/",
        "https://a|b.example/",
        "https://a..example/",
        "https://faß.example/",
        "https://ex\u2100mple.com/",
        "https://1\uFF12\uFF17.1/",
        "https://[2001:db8::zz]/",
        "https://example.com:99999999999/",
        "https://example.com:65536/",
        "https://example.com:0/",
        "https://example.com:000/",
        "https://@LABEL@.example/",
        "https://a.@LABEL@/",
        "https://[fe80::1%25eth0]/",
        "https://[2001:db8::1%251]/",
        "https://",
        "https:example.com",
        "http:///x",
        "javascript:alert(1)"
      })
  void what_is_no_web_address_is_refused_and_spoils_nothing_else(String url) {
    String wrong = url.replace("@LABEL@", LABEL);
    create("{\"url\":\"%s\"}".formatted(wrong)).isInvalid("url");
    create("{\"url\":\"%s\",\"devices\":{\"ios\":\"%s\"}}".formatted(GOOD, wrong))
        .isInvalid("devices.ios");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "https://straße.example; write it in ASCII",
        "https://www.ςigma.example:8443/; write it in ASCII",
        "https://\u0430\u0440\u0440\u04CF\u0435.com; write it in ASCII",
        "https://a|b.example; must name a host",
        "https://ü|ß.example; must name a host",
        "https://\u2603.example; a character that no name may have",
        "https://xn--n3h.example; a character that no name may have",
        "https://xn--a.example; a character that no name may have",
        "https://xn--99999999.example; behind xn-- what stands for no name",
        "https://xn--example-.example; behind xn-- what stands for no name",
        "https://p\u0430ypal.example; letters that pass for others",
        "https://example.com:0/; a port of 1 to 65535",
        "https://[fe80::1%25eth0]/; must not have a zone",
        "https://@LABEL@.example/; at most 63 characters",
        "https://@LABEL@ü.example/; at most 63 characters",
      })
  void a_host_that_is_refused_is_told_why(String url, String reason) {
    Reply refused = create("{\"url\":\"%s\"}".formatted(url.replace("@LABEL@", LABEL)));
    refused.isInvalid("url");
    assertThat(refused.text("/errors/0/message")).contains(reason);
  }

  @Test
  void control_characters_are_in_no_text_of_a_link() {
    for (String control : List.of("\\n", "\\u0000", "\\u007f", "a\\tb")) {
      create("{\"url\":\"%s\",\"tags\":[\"%s\"]}".formatted(GOOD, control)).isInvalid("tags[0]");
      create("{\"url\":\"%s\",\"utm\":{\"campaign\":\"%s\"}}".formatted(GOOD, control))
          .isInvalid("utm.campaign");
    }
  }

  @Test
  void half_of_a_pair_is_no_text_anywhere_in_a_link() {
    String path = LINKS + "/" + link(GOOD);
    send("PATCH", path, app(), "{\"url\":\"https://example.com/\\ud800\"}").isInvalid("url");
    String desktop = "{\"devices\":{\"desktop\":\"https://example.com/\\ud800\"}}";
    send("PATCH", path, app(), desktop).isInvalid("devices.desktop");
    create("{\"url\":\"%s\",\"tags\":[\"a\\udc00\"]}".formatted(GOOD)).isInvalid("tags[0]");
    create("{\"url\":\"%s\",\"utm\":{\"term\":\"a\\udc00\"}}".formatted(GOOD))
        .isInvalid("utm.term");
    Reply lease = lease(app(), unique(), 7, 10);
    long id = lease.number("/ranges/0/first");
    Reply published = publish(app(), lease, id, "https://example.com/\\ud800").isOk();
    assertThat(published.text("/results/0/error/code")).isEqualTo("invalid-url");
  }

  @Test
  void everything_that_is_wrong_is_named_at_once() {
    String utm = "x".repeat(101);
    String all =
        """
        {"url":"ftp://x","tier":9,"maxVisits":0,"slug":"x","tags":["",null,"a","\\n"],
         "utm":{"source":"","term":"%s"},"devices":{"ios":"no"},"password":"",
         "expiresAt":"2001-01-01T00:00:00Z"}
        """
            .formatted(utm);
    assertThat(fields(create(all)))
        .containsExactlyInAnyOrder(
            "url",
            "tier",
            "maxVisits",
            "slug",
            "tags[0]",
            "tags[1]",
            "tags[3]",
            "utm.source",
            "utm.term",
            "devices.ios",
            "password",
            "expiresAt");
    String change =
        """
        {"url":"ftp://x","maxVisits":0,"tags":[null],"utm":{"source":""},
         "validFrom":"2031-01-01T00:00:00Z","expiresAt":"2031-01-01T00:00:00Z"}
        """;
    assertThat(fields(send("PATCH", LINKS + "/" + link(GOOD), app(), change)))
        .containsExactlyInAnyOrder("url", "maxVisits", "tags[0]", "utm.source", "validFrom");
  }

  @Test
  void a_banned_host_is_named_if_nothing_else_is_wrong() {
    String host = "h" + unique() + "_x.xn--bcher-kva.example";
    send("PUT", "/api/v1/bans/" + host, operator(), null).expect(204);
    String unicode = host.replace("xn--bcher-kva", "bücher");
    String wanted = "{\"url\":\"https://%s/\",\"devices\":{\"ios\":\"https://%s\"}%s}";
    assertThat(fields(create(wanted.formatted(unicode, host, ",\"maxVisits\":0"))))
        .containsExactly("maxVisits");
    create(wanted.formatted(unicode, host, "")).expect(400, "banned-host");
    create(wanted.formatted("a." + host + ":8080", host, "")).expect(400, "banned-host");
    String path = LINKS + "/" + link(GOOD);
    String change = "{\"url\":\"https://%s/\",\"maxVisits\":%d}";
    assertThat(fields(send("PATCH", path, app(), change.formatted(host, 0))))
        .containsExactly("maxVisits");
    send("PATCH", path, app(), change.formatted(host, 1)).expect(400, "banned-host");
  }

  @Test
  void a_link_to_a_host_that_is_banned_later_leads_nowhere_however_the_host_is_written() {
    String host = "h" + unique().substring(0, 8) + "_x.bücher.example";
    String code = link("https://user@" + host + ":8443/x");
    get("/" + code).expect(302);
    String ascii = host.replace("bücher", "xn--bcher-kva");
    send("PUT", "/api/v1/bans/" + ascii, operator(), null).expect(204);
    get("/" + code).expect(410, "banned-host");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2099-12-31T00:00:00Z", "9999-12-31T23:59:59.999Z"})
  void a_link_may_begin_and_end_in_any_year_of_four_digits(String time) {
    Reply ends = create("{\"url\":\"%s\",\"expiresAt\":\"%s\"}".formatted(GOOD, time)).expect(201);
    assertThat(ends.text("/expiresAt")).isEqualTo(time);
    get("/" + ends.code()).expect(302);
    Reply begins = create("{\"url\":\"%s\",\"validFrom\":\"%s\"}".formatted(GOOD, time));
    get("/" + begins.expect(201).code()).expect(404, "not-yet-valid");
    create("{\"url\":\"%s\",\"validFrom\":\"0001-01-01T00:00:00Z\"}".formatted(GOOD)).expect(201);
    for (String field : List.of("validFrom", "expiresAt")) {
      create("{\"url\":\"%s\",\"%s\":\"+10000-01-01T00:00:00Z\"}".formatted(GOOD, field))
          .isInvalid(field);
    }
    create("{\"url\":\"%s\",\"validFrom\":\"-0001-01-01T00:00:00Z\"}".formatted(GOOD))
        .isInvalid("validFrom");
  }

  @Test
  void a_name_of_three_or_four_letters_can_be_chosen() {
    for (int length : new int[] {3, 4}) {
      String slug = unique().replace("-", "").substring(0, length);
      Reply made = create("{\"url\":\"%s\",\"slug\":\"%s\"}".formatted(GOOD, slug));
      // So short a name may be another test's by chance.
      assertThat(made.status()).isIn(201, 409);
      assertThat(made.code()).isIn(slug, "slug-taken");
      get("/" + slug).expect(302);
    }
    create("{\"url\":\"%s\",\"slug\":\"api\"}".formatted(GOOD)).isInvalid("slug");
    create("{\"url\":\"%s\",\"slug\":\"ab\"}".formatted(GOOD)).isInvalid("slug");
  }

  private static List<String> fields(Reply reply) {
    reply.expect(400, "invalid-request");
    return reply.at("/errors").valueStream().map(error -> error.at("/field").asString()).toList();
  }

  private Reply create(String body) {
    return send("POST", LINKS, app(), body);
  }
}
