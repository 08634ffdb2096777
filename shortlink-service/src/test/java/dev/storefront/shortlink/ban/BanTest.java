package dev.storefront.shortlink.ban;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.testing.Reply;
import dev.storefront.shortlink.ShortLinkTest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BanTest extends ShortLinkTest {

  private final String host = "h" + unique() + ".example";

  @Test
  void a_banned_host_gets_no_new_links_and_its_old_ones_lead_nowhere() {
    String code = link("https://" + host + "/");
    String slug = "ban-" + unique().substring(0, 8);
    send(
            "POST",
            "/api/v1/links",
            app(),
            "{\"url\":\"https://good.example/\",\"slug\":\"%s\",\"devices\":{\"ios\":\"https://%s\"}}"
                .formatted(slug, host))
        .expect(201);
    Reply lease = lease(app(), unique(), 7, 10);
    long id = lease.number("/ranges/0/first");
    ban(host).expect(204);
    ban(host).expect(204);

    get("/" + code).expect(410, "banned-host");
    assertThat(get("/" + code).header("Cache-Control")).isEqualTo("no-store");
    get("/" + slug).expect(410, "banned-host");
    for (String url : List.of("https://" + host, "http://WWW." + host.toUpperCase() + ".:8080/x")) {
      create(url).expect(400, "banned-host");
      send("PATCH", "/api/v1/links/" + code, app(), "{\"url\":\"%s\"}".formatted(url))
          .expect(400, "banned-host");
      assertThat(publish(app(), lease, id, url).text("/results/0/error/code"))
          .isEqualTo("banned-host");
    }
    create("https://not-" + host).expect(201);
    create("https://" + host + "@good.example/").expect(201);

    send("DELETE", "/api/v1/bans/" + host, operator(), null).expect(204);
    get("/" + code).expect(302);
    create("https://" + host).expect(201);
    assertThat(publish(app(), lease, id, "https://" + host).json().at("/results/0").has("error"))
        .isFalse();
  }

  @Test
  void an_address_is_the_same_however_it_is_spelt() {
    String group = unique().substring(0, 4);
    ban("%5B2001:DB8::" + group + "%5D").expect(204);
    create("https://[2001:db8:0:0:0:0:0:%s]/".formatted(group)).expect(400, "banned-host");
    create("https://[2001:db8:0:0:0:0:1:%s]/".formatted(group)).expect(201);
    String found = "/api/v1/bans/2001:db8::" + group;
    send("GET", found, operator(), null).isOk();
    send("DELETE", found, operator(), null).expect(204);
    create("https://[2001:db8:0:0:0:0:0:%s]/".formatted(group)).expect(201);
    for (String withPort : List.of("a.example:80", "10.0.0.1:8080", "cafe.de:80", "abc:443")) {
      ban(withPort).isInvalid("host");
    }
  }

  @Test
  void bans_can_be_looked_at() {
    send("GET", "/api/v1/bans/" + host, operator(), null).expect(404, "unknown-ban");
    ban(host).expect(204);
    ban("z" + host).expect(204);
    Reply ban = send("GET", "/api/v1/bans/" + host.toUpperCase(), operator(), null).isOk();
    assertThat(ban.text("/host")).isEqualTo(host);
    assertThat(ban.text("/bannedAt")).isNotEmpty();
    Reply first = send("GET", "/api/v1/bans?limit=1", operator(), null).isOk();
    assertThat(first.json().at("/items")).hasSize(1);
    Reply second =
        send("GET", "/api/v1/bans?cursor=" + first.text("/nextCursor"), operator(), null).isOk();
    assertThat(second.json().at("/items")).isNotEmpty();
    send("GET", "/api/v1/bans", app(), null).expect(403, "forbidden");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a%20b", "-x", "a..b", "x.example:80", "7", "113.7", "1.2.3.256"})
  void a_ban_names_a_host(String wrong) {
    ban(wrong).isInvalid("host");
  }

  private Reply ban(String name) {
    return send("PUT", "/api/v1/bans/" + name, operator(), null);
  }

  private Reply create(String url) {
    return send("POST", "/api/v1/links", app(), "{\"url\":\"%s\"}".formatted(url));
  }
}
