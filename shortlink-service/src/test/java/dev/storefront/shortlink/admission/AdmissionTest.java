package dev.storefront.shortlink.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.switches.Switches;
import dev.storefront.common.testing.OperatorSwitch;
import dev.storefront.common.testing.Reply;
import dev.storefront.common.testing.TestTokens;
import dev.storefront.shortlink.ShortLinkTest;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.env.Environment;

class AdmissionTest extends ShortLinkTest {

  @Autowired Environment environment;
  @Autowired Switches switches;

  private static final ExecutorService CALLERS = Executors.newFixedThreadPool(5);

  private final AtomicInteger tries = new AtomicInteger();

  @AfterAll
  static void end() {
    CALLERS.shutdown();
  }

  @Test
  void who_tries_many_codes_has_to_wait_and_nobody_else_has() throws Exception {
    String code = link("https://example.com/");
    String guesser = "203.0.113.7";
    visit(guesser, unknown()).expect(404, "unknown-code");
    try (OperatorSwitch few = set("rate-limit-unknown-codes", "1")) {
      Reply refused = untilRefused(() -> visit(guesser, unknown()));
      refused.expect(429, "rate-limited");
      assertThat(refused.text("/dimension")).isEqualTo("unknown-codes");
      assertThat(refused.header("Retry-After")).isEqualTo("1");
      assertThat(refused.header("Cache-Control")).isEqualTo("no-store");
      untilRefused(
          () -> {
            visit(guesser, unknown());
            return visit(guesser, code);
          });
      untilRefused(
          () -> {
            visit(guesser, unknown());
            return form("/" + code, "password=x", "X-Forwarded-For", guesser);
          });
      visit("203.0.113.8", code).expect(302);
      visit("203.0.113.8", unknown()).expect(404, "unknown-code");
      await().atMost(SOON).until(() -> visit(guesser, code).status() == 302);
    }
  }

  @Test
  void who_has_a_network_is_one_visitor() throws Exception {
    try (OperatorSwitch few = set("rate-limit-unknown-codes", "1")) {
      untilRefused(() -> visit("2001:db8:7:7::" + tries.incrementAndGet(), unknown()));
      visit("2001:db8:7:8::1", unknown()).expect(404, "unknown-code");
    }
  }

  @Test
  void what_has_a_link_or_can_be_no_code_counts_for_nothing() throws Exception {
    String code = link("https://example.com/");
    try (OperatorSwitch few = set("rate-limit-unknown-codes", "1")) {
      for (int n = 0; n < 30; n++) {
        visit("203.0.113.9", code).expect(302);
        visit("203.0.113.9", "favicon.ico").expect(404, "unknown-code");
      }
    }
  }

  @Test
  void an_application_makes_links_no_faster_than_it_may() throws Exception {
    String greedy = TestTokens.service("greedy-" + unique());
    String wanted = "{\"url\":\"https://example.com/\"}";
    String unlimited = send("POST", "/api/v1/links", greedy, wanted).expect(201).code();
    try (OperatorSwitch few = set("rate-limit-new-links", "1")) {
      Reply refused = untilRefused(() -> send("POST", "/api/v1/links", greedy, wanted));
      refused.expect(429, "rate-limited");
      assertThat(refused.text("/dimension")).isEqualTo("new-links");
      assertThat(refused.header("Retry-After")).isEqualTo("1");
      untilRefused(() -> lease(greedy, unique(), 7, 1));
      untilRefused(
          () ->
              send(
                  "POST",
                  "/api/v1/links/batch",
                  greedy,
                  "{\"leaseId\":\"none\",\"epoch\":1,\"links\":[{\"id\":1,\"url\":\"\"}]}"));
      String own = "/api/v1/links/" + unlimited;
      untilRefused(() -> send("PATCH", own, greedy, "{\"tags\":[\"new\"]}"));
      untilRefused(() -> send("DELETE", own, greedy, null));
      send("POST", "/api/v1/links", TestTokens.service("modest-" + unique()), wanted).expect(201);
      send("GET", "/api/v1/links", greedy, null).isOk();
    }
  }

  @Test
  void who_has_a_longer_name_than_an_owner_may_have_is_told_so() {
    String wanted = "{\"url\":\"https://example.com/\"}";
    String longest = TestTokens.service((unique() + "-" + "x".repeat(128)).substring(0, 128));
    Reply lease = lease(longest, unique(), 7, 1).expect(200);
    long id = lease.number("/ranges/0/first");
    publish(longest, lease, id, "https://example.com/").expect(200);
    send("POST", "/api/v1/links", longest, slug(wanted)).expect(201);
    String tooLong = TestTokens.service("x".repeat(129));
    lease(tooLong, unique(), 7, 1).isInvalid("client_id");
    publish(tooLong, lease, id, "https://example.com/").isInvalid("client_id");
    send("POST", "/api/v1/links", tooLong, wanted).isInvalid("client_id");
    send("POST", "/api/v1/links", tooLong, slug(wanted)).isInvalid("client_id");
  }

  private static String slug(String wanted) {
    return wanted.replace("}", ",\"slug\":\"named-%s\"}".formatted(unique().substring(0, 8)));
  }

  private OperatorSwitch set(String key, String text) throws Exception {
    return OperatorSwitch.set(environment, switches, key, text);
  }

  private Reply visit(String visitor, String code) {
    return send("GET", "/" + code, null, null, "X-Forwarded-For", visitor);
  }

  /** One that nobody has: no test takes so many ids of this tier. */
  private static String unknown() {
    return unique().replace("-", "").substring(0, 7);
  }

  /** Several at once: one after the other a slow machine makes no more than it may. */
  private static Reply untilRefused(Supplier<Reply> call) {
    return await().atMost(SOON).until(() -> atOnce(call), reply -> reply.status() == 429);
  }

  /** The refusal, if there is one. */
  private static Reply atOnce(Supplier<Reply> call) {
    List<CompletableFuture<Reply>> calls =
        Stream.generate(() -> CompletableFuture.supplyAsync(call, CALLERS)).limit(5).toList();
    return calls.stream()
        .map(CompletableFuture::join)
        .max(Comparator.comparing(reply -> reply.status() == 429))
        .orElseThrow();
  }
}
