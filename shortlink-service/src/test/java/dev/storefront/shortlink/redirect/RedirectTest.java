package dev.storefront.shortlink.redirect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.Reply;
import dev.storefront.shortlink.ShortLinkTest;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

class RedirectTest extends ShortLinkTest {

  private static final String TARGET = "https://www.example.com/brake-pads?id=42";

  @Autowired MeterRegistry meters;

  @Test
  void a_code_leads_to_its_target_and_is_cached_nowhere() {
    Reply reply = get("/" + link(TARGET));
    assertThat(reply.status()).isEqualTo(302);
    assertThat(reply.header("Location")).isEqualTo(TARGET);
    assertThat(reply.header("Cache-Control")).isEqualTo("no-store");
  }

  /** As browsers, mailers and shops send them, which Java's client would not. */
  @Test
  void a_query_may_have_what_browsers_leave_as_it_stands() throws Exception {
    String raw = "ids[]=1&c=spring|sale&j={\"a\":`^\\<b>}";
    assertThat(location("/" + link(TARGET) + "?" + raw)).isEqualTo(TARGET);
    String forwards =
        send(
                "POST",
                "/api/v1/links",
                app(),
                "{\"url\":\"%s\",\"forwardQuery\":true}".formatted(TARGET))
            .code();
    assertThat(location("/" + forwards + "?" + raw))
        .isEqualTo(TARGET + "&ids%5B%5D=1&c=spring%7Csale&j=%7B%22a%22:%60%5E%5C%3Cb%3E%7D");
  }

  private String location(String path) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.setSoTimeout((int) SOON.toMillis());
      socket
          .getOutputStream()
          .write(
              "GET %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
                  .formatted(path)
                  .getBytes(StandardCharsets.US_ASCII));
      String reply = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(reply).startsWith("HTTP/1.1 302");
      return reply
          .lines()
          .filter(line -> line.startsWith("Location: "))
          .map(line -> line.substring("Location: ".length()))
          .findFirst()
          .orElseThrow();
    }
  }

  @Test
  void a_code_without_a_link_is_unknown_and_that_is_cached_nowhere_either() {
    for (String path :
        List.of(
            "/zzzzzz", "/a", "/a.b", "/favicon.ico", "/no-such-slug", "/error", "/v3", "/%C3%A4")) {
      Reply reply = get(path);
      assertThat(reply.status()).as(path).isEqualTo(404);
      assertThat(reply.code()).isEqualTo("unknown-code");
      assertThat(reply.header("Cache-Control")).isEqualTo("no-store");
    }
  }

  /**
   * More than cold storage is asked for at a time: the others wait for their turn. Asked once more
   * if a server stood still for longer than anybody waits.
   */
  @Test
  void many_who_ask_at_once_for_what_nobody_has_are_told_so() throws Exception {
    Set<String> told = whatManyAreTold();
    if (told.contains("unavailable")) {
      told = whatManyAreTold();
    }
    assertThat(told).containsExactly("unknown-code");
  }

  private Set<String> whatManyAreTold() throws Exception {
    ExecutorService callers = Executors.newFixedThreadPool(60);
    try {
      Callable<String> asking = () -> get("/nobodys-" + unique().substring(0, 12)).code();
      Set<String> told = new HashSet<>();
      for (Future<String> answer : callers.invokeAll(Collections.nCopies(300, asking))) {
        told.add(answer.get());
      }
      return told;
    } finally {
      callers.shutdownNow();
    }
  }

  /** Its answer comes on another thread. */
  @Test
  void what_redis_does_not_have_is_measured_as_one_request() {
    get("/nobodys-" + unique().substring(0, 12)).expect(404, "unknown-code");
    long before = measured();
    get("/nobodys-" + unique().substring(0, 12)).expect(404, "unknown-code");
    await().atMost(SOON).until(() -> measured() > before);
    assertThat(measured()).isEqualTo(before + 1);
  }

  private long measured() {
    return meters
        .get("http.server.requests")
        .tags("uri", "/{code}", "method", "GET", "status", "404")
        .timer()
        .count();
  }

  @Test
  void codes_differ_by_case() {
    String code = link(TARGET);
    String swapped =
        code.chars()
            .mapToObj(
                c ->
                    String.valueOf(
                        (char)
                            (Character.isUpperCase(c)
                                ? Character.toLowerCase(c)
                                : Character.toUpperCase(c))))
            .reduce("", String::concat);
    assertThat(get("/" + swapped).status()).isEqualTo(swapped.equals(code) ? 302 : 404);
  }

  @Test
  void the_services_own_addresses_are_not_taken_for_codes() {
    assertThat(get("/actuator/health/liveness").status()).isEqualTo(200);
    assertThat(get("/v3/api-docs").status()).isEqualTo(200);
    assertThat(get("/swagger-ui.html").header("Location")).contains("/swagger-ui/");
    assertThat(send("PUT", "/abcdef", null, "{}").status()).isEqualTo(405);
    assertThat(send("POST", "/abcdef", null, "{}").status()).isEqualTo(415);
  }

  @Test
  void a_visit_renews_the_link_and_its_segments_marker() {
    String code = link(TARGET);
    shortenLife(code);
    get("/" + code);
    assertThat(left(code)).isGreaterThan(Duration.ofSeconds(1_000_000));
    assertThat(redis.getExpire(markerOf(code))).isGreaterThan(1_000_000);
  }

  @Test
  void looking_at_a_link_renews_nothing() {
    String code = link(TARGET);
    shortenLife(code);
    assertThat(send("HEAD", "/" + code, null, null).status()).isEqualTo(302);
    send("GET", "/api/v1/links/" + code, app(), null);
    assertThat(left(code)).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(1000));
  }

  @Test
  void a_link_that_left_redis_is_found_in_cold_storage_and_comes_back() {
    String code = link(TARGET);
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> {
              forget(code);
              assertThat(get("/" + code).status()).isEqualTo(302);
            });
    assertThat(inRedis(code)).endsWith("|" + TARGET);
  }

  @Test
  void a_changed_and_a_deleted_link_are_so_in_cold_storage_too() {
    String code = link(TARGET);
    String path = "/api/v1/links/" + code;
    send("PATCH", path, app(), "{\"url\":\"https://example.com/elsewhere\"}");
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> {
              forget(code);
              assertThat(get("/" + code).header("Location"))
                  .isEqualTo("https://example.com/elsewhere");
            });
    send("DELETE", path, app(), null);
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> {
              forget(code);
              assertThat(get("/" + code).code()).isEqualTo("unknown-code");
            });
  }

  private void shortenLife(String code) {
    keep(code, Duration.ofSeconds(1000));
    redis.expire(markerOf(code), Duration.ofSeconds(1000));
  }
}
