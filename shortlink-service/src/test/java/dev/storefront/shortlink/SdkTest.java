package dev.storefront.shortlink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.testing.TestTokens;
import dev.storefront.shortlink.sdk.ShortLink;
import dev.storefront.shortlink.sdk.ShortLinkClient;
import dev.storefront.shortlink.sdk.ShortLinkException;
import dev.storefront.shortlink.sdk.ShortLinkOptions;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The SDK against the service, over HTTP. */
class SdkTest extends ShortLinkTest {

  @Autowired JdbcClient jdbc;

  @Test
  void links_of_many_threads_get_a_code_each_across_several_leases() throws Exception {
    int threads = 8;
    int linksEach = 100;
    ExecutorService callers = Executors.newFixedThreadPool(threads);
    List<ShortLink> links = new ArrayList<>();
    try (ShortLinkClient client = new ShortLinkClient(options("sdk-many").withLeaseSize(150))) {
      List<Future<List<CompletableFuture<ShortLink>>>> started =
          IntStream.range(0, threads)
              .mapToObj(
                  caller ->
                      callers.submit(
                          () ->
                              IntStream.range(0, linksEach)
                                  .mapToObj(n -> client.shorten(target(caller, n)))
                                  .toList()))
              .toList();
      for (Future<List<CompletableFuture<ShortLink>>> each : started) {
        for (CompletableFuture<ShortLink> link : each.get()) {
          links.add(link.get(60, TimeUnit.SECONDS));
        }
      }
      String target = get("/" + client.shorten(target(99, 1)).get().code()).header("Location");
      assertThat(target).isEqualTo(target(99, 1));
    }
    callers.shutdown();
    assertThat(links.stream().map(ShortLink::code).distinct()).hasSize(threads * linksEach);
    assertThat(links).allMatch(link -> link.shortUrl().equals("https://s.example/" + link.code()));
  }

  @Test
  void closing_publishes_what_waits_and_hands_back_the_rest() {
    CompletableFuture<ShortLink> last;
    try (ShortLinkClient client = new ShortLinkClient(options("sdk-closing"))) {
      last = client.shorten("https://example.com/last");
    }
    assertThat(last).isCompleted();
    assertThat(get("/" + last.join().code()).status()).isEqualTo(302);
    assertThat(leases("sdk-closing", "released_at IS NULL")).isZero();
    assertThat(leases("sdk-closing", "released_at IS NOT NULL")).isPositive();
  }

  @Test
  void a_bad_target_fails_alone() throws Exception {
    try (ShortLinkClient client = new ShortLinkClient(options("sdk-bad"))) {
      CompletableFuture<ShortLink> bad = client.shorten("ftp://example.com/");
      CompletableFuture<ShortLink> good = client.shorten("https://example.com/");
      assertThat(good.get(60, TimeUnit.SECONDS).code()).hasSize(7);
      assertThat(bad)
          .failsWithin(Duration.ofSeconds(60))
          .withThrowableOfType(ExecutionException.class)
          .extracting(Throwable::getCause, InstanceOfAssertFactories.type(ShortLinkException.class))
          .extracting(ShortLinkException::code)
          .isEqualTo("invalid-url");
    }
  }

  @Test
  void a_lease_that_went_stale_is_replaced() throws Exception {
    try (ShortLinkClient client = new ShortLinkClient(options("sdk-stale"))) {
      client.shorten("https://example.com/1").get(60, TimeUnit.SECONDS);
      jdbc.sql("UPDATE leases SET expires_at = 1 WHERE client_id = 'sdk-stale'").update();
      ShortLink second = client.shorten("https://example.com/2").get(60, TimeUnit.SECONDS);
      assertThat(get("/" + second.code()).header("Location")).isEqualTo("https://example.com/2");
    }
  }

  @Test
  void a_service_that_is_away_fails_the_link_in_time() {
    ShortLinkOptions nowhere =
        ShortLinkOptions.of(URI.create("http://127.0.0.1:1"), () -> "token")
            .withRequests(Duration.ofMillis(300), 2);
    try (ShortLinkClient client = new ShortLinkClient(nowhere)) {
      assertThat(client.shorten("https://example.com/"))
          .failsWithin(Duration.ofSeconds(60))
          .withThrowableOfType(ExecutionException.class)
          .extracting(Throwable::getCause, InstanceOfAssertFactories.type(ShortLinkException.class))
          .extracting(ShortLinkException::code)
          .isEqualTo(ShortLinkException.UNAVAILABLE);
    }
  }

  private ShortLinkOptions options(String application) {
    String token = TestTokens.service(application);
    return ShortLinkOptions.of(URI.create("http://127.0.0.1:" + port), () -> token).withTier(7);
  }

  private long leases(String application, String condition) {
    return jdbc.sql("SELECT COUNT(*) FROM leases WHERE client_id = ? AND " + condition)
        .param(application)
        .query(Long.class)
        .single();
  }

  private static String target(int caller, int n) {
    return "https://example.com/%d/%d".formatted(caller, n);
  }
}
