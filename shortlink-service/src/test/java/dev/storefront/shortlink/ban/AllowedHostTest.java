package dev.storefront.shortlink.ban;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.switches.Switches;
import dev.storefront.common.testing.OperatorSwitch;
import dev.storefront.common.testing.Reply;
import dev.storefront.shortlink.ShortLinkTest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.env.Environment;

/** Where links may lead, and what operators allow all the same. */
class AllowedHostTest extends ShortLinkTest {

  private static final String HOSTS = "/api/v1/allowed-hosts";

  @Autowired Environment environment;
  @Autowired Switches switches;

  private final String host = "h" + unique() + ".example";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://localhost:8080/",
        "http://printer.local/",
        "http://127.0.0.1/",
        "http://2130706433/",
        "http://0x7f.1/",
        "http://0177.0.0.1/",
        "http://10.1.2.3:8080/x",
        "http://[::1]/",
        "http://[::ffff:192.168.0.1]/",
        "http://user@169.254.169.254/latest",
        "https://p\u0430ypal.example/",
        "https://xn--80ak6aa92e.com/"
      })
  void a_target_in_a_private_network_or_in_letters_that_mislead_is_refused(String url) {
    create(url).isInvalid("url");
    send("PATCH", "/api/v1/links/" + link("https://" + host), app(), body(url)).isInvalid("url");
    String device = "{\"url\":\"https://%s\",\"devices\":{\"ios\":\"%s\"}}";
    send("POST", "/api/v1/links", app(), device.formatted(host, url)).isInvalid("devices.ios");
    Reply lease = lease(app(), unique(), 7, 1);
    long id = lease.number("/ranges/0/first");
    assertThat(publish(app(), lease, id, url).text("/results/0/error/code"))
        .isEqualTo("invalid-url");
  }

  @Test
  void what_an_operator_vouches_for_may_be_private_or_look_like_another() {
    String wiki = "h" + unique() + ".internal";
    create("https://" + wiki).isInvalid("url");
    create("https://p\u0430y." + host).isInvalid("url");
    allow(wiki).expect(204);
    allow(host).expect(204);
    create("https://docs." + wiki.toUpperCase() + ".:8443/").expect(201);
    String code = create("https://p\u0430y." + host).expect(201).code();
    ban(host).expect(204);
    create("https://" + host).expect(400, "banned-host");
    get("/" + code).expect(410, "banned-host");

    send("DELETE", HOSTS + "/" + wiki, operator(), null).expect(204);
    create("https://" + wiki).isInvalid("url");
  }

  @Test
  void an_address_can_be_vouched_for() {
    allow("10.77.0.9").expect(204);
    allow("%5BFD00::77:9%5D").expect(204);
    create("http://10.77.0.9/").expect(201);
    create("http://[fd00:0:0::0077:9]/").expect(201);
    create("http://10.77.0.8/").isInvalid("url");
    create("http://0x0a4d0009/").isInvalid("url");
  }

  @Test
  void while_only_allowed_hosts_count_new_links_lead_to_no_others() throws Exception {
    String other = "o" + host;
    String before = link("https://" + other);
    allow(host).expect(204);
    create("https://" + other).expect(201);
    try (OperatorSwitch on =
        OperatorSwitch.set(environment, switches, "only-allowed-hosts", "true")) {
      create("https://" + host).expect(201);
      create("https://www." + host).expect(201);
      create("https://" + other).expect(400, "banned-host");
      create("http://10.0.0.1/").isInvalid("url");
      send("PATCH", "/api/v1/links/" + before, app(), body("https://" + other + "/new"))
          .expect(400, "banned-host");
      get("/" + before).expect(302);
      send("PATCH", "/api/v1/links/" + before, app(), "{\"tags\":[\"a\"]}").isOk();
      Reply lease = lease(app(), unique(), 7, 1);
      long id = lease.number("/ranges/0/first");
      assertThat(publish(app(), lease, id, "https://" + other).text("/results/0/error/code"))
          .isEqualTo("banned-host");
      ban(host).expect(204);
      create("https://" + host).expect(400, "banned-host");
    }
    create("https://" + other).expect(201);
  }

  @Test
  void allowed_hosts_can_be_looked_at() {
    send("GET", HOSTS + "/" + host, operator(), null).expect(404, "unknown-allowed-host");
    allow(host).expect(204);
    allow(host).expect(204);
    allow("z" + host).expect(204);
    Reply entry = send("GET", HOSTS + "/" + host.toUpperCase(), operator(), null).isOk();
    assertThat(entry.text("/host")).isEqualTo(host);
    assertThat(entry.text("/allowedAt")).isNotEmpty();
    assertThat(entry.text("/allowedBy")).isNotEmpty();
    Reply first = send("GET", HOSTS + "?limit=1", operator(), null).isOk();
    assertThat(first.json().at("/items")).hasSize(1);
    String cursor = first.text("/nextCursor");
    Reply second = send("GET", HOSTS + "?cursor=" + cursor, operator(), null).isOk();
    assertThat(second.json().at("/items")).isNotEmpty();
    send("GET", "/api/v1/bans?cursor=" + cursor, operator(), null).expect(400, "invalid-cursor");
    send("GET", "/api/v1/bans/" + host, operator(), null).expect(404, "unknown-ban");
    send("GET", HOSTS, app(), null).expect(403, "forbidden");
    for (String wrong : List.of("a%20b", "-x", "x.example:80")) {
      allow(wrong).isInvalid("host");
    }
  }

  private Reply allow(String name) {
    return send("PUT", HOSTS + "/" + name, operator(), null);
  }

  private Reply ban(String name) {
    return send("PUT", "/api/v1/bans/" + name, operator(), null);
  }

  private Reply create(String url) {
    return send("POST", "/api/v1/links", app(), body(url));
  }

  private static String body(String url) {
    return "{\"url\":\"%s\"}".formatted(url);
  }
}
