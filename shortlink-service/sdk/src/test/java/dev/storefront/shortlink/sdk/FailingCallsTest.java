package dev.storefront.shortlink.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever goes wrong, a caller hears of it by the one exception. */
class FailingCallsTest {

  private static final String URL = "https://example.com/";

  @Test
  void who_has_a_bad_token_reads_the_status_and_the_code() throws Exception {
    String problem =
        """
        {"status": 401, "code": "unauthorized", "detail": "A valid bearer token is needed."}
        """;
    with(
        answering(401, problem),
        links ->
            expectOfAll(
                links,
                refused -> {
                  assertThat(refused.code()).isEqualTo("unauthorized");
                  assertThat(refused).hasMessage("A valid bearer token is needed.");
                  assertThat(refused).isInstanceOf(RefusedException.class);
                  assertThat(((RefusedException) refused).status()).isEqualTo(401);
                }));
  }

  @Test
  void who_asks_another_server_reads_its_status() throws Exception {
    with(
        answering(404, "<html>Not Found</html>"),
        links ->
            expectOfAll(
                links,
                refused -> {
                  assertThat(refused.code()).isEqualTo("status-404");
                  assertThat(((RefusedException) refused).status()).isEqualTo(404);
                }));
  }

  @Test
  void a_lease_that_is_none_is_told_like_a_service_that_is_away() throws Exception {
    for (String none : new String[] {"{}", "<html>Welcome</html>"}) {
      with(
          answering(200, none),
          links ->
              expectOfAll(
                  links,
                  failed -> {
                    assertThat(failed.code()).isEqualTo(ShortLinkException.UNAVAILABLE);
                    assertThat(failed).hasCauseInstanceOf(RuntimeException.class);
                  }));
    }
  }

  @Test
  void a_supplier_of_tokens_that_fails_is_to_blame() {
    IllegalStateException away = new IllegalStateException("the issuer is away");
    try (ShortLinkClient links =
        new ShortLinkClient(
            options(
                1,
                () -> {
                  throw away;
                }))) {
      expectOfAll(
          links,
          failed -> {
            assertThat(failed.code()).isEqualTo(ShortLinkException.NO_TOKEN);
            assertThat(failed).hasCause(away).hasMessageContaining("supplier of tokens");
          });
    }
  }

  @Test
  void a_supplier_of_tokens_that_has_none_is_to_blame() {
    try (ShortLinkClient links = new ShortLinkClient(options(1, () -> null))) {
      expectOfAll(
          links, failed -> assertThat(failed.code()).isEqualTo(ShortLinkException.NO_TOKEN));
    }
  }

  /** A folder stands where the journal is, as if the disk were full. */
  @Test
  void a_journal_that_cannot_be_written_is_told(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("links");
    Queue<VoidLink> told = new ConcurrentLinkedQueue<>();
    FreshLink link = Leased.lease(Leased.range(1, 1)).next();
    try (ShortLinkClient links =
        new ShortLinkClient(
            options(1, () -> "token").withJournal(file).withVoidLinksTo(told::add))) {
      Files.delete(file);
      Files.createDirectory(file);
      assertThatThrownBy(() -> links.publish(link, URL))
          .isInstanceOfSatisfying(
              ShortLinkException.class,
              failed -> {
                assertThat(failed.code()).isEqualTo(ShortLinkException.JOURNAL_FAILED);
                assertThat(failed).hasRootCauseInstanceOf(IOException.class);
              });
    }
    assertThat(told).isEmpty();
  }

  @Test
  void no_link_has_no_target() {
    FreshLink link = Leased.lease(Leased.range(1, 1)).next();
    Queue<VoidLink> told = new ConcurrentLinkedQueue<>();
    try (ShortLinkClient links =
        new ShortLinkClient(options(1, () -> "token").withVoidLinksTo(told::add))) {
      assertThatNullPointerException().isThrownBy(() -> links.shortenNow(null));
      assertThatNullPointerException().isThrownBy(() -> links.shorten(null));
      assertThatNullPointerException().isThrownBy(() -> links.publish(link, null));
    }
    assertThat(told).isEmpty();
  }

  private static void expectOfAll(ShortLinkClient links, Consumer<ShortLinkException> expected) {
    for (ThrowingCallable call :
        new ThrowingCallable[] {links::next, () -> links.shortenNow(URL)}) {
      assertThatThrownBy(call).isInstanceOfSatisfying(ShortLinkException.class, expected);
    }
    assertThat(links.shorten(URL))
        .failsWithin(Duration.ofSeconds(60))
        .withThrowableOfType(ExecutionException.class)
        .havingCause()
        .isInstanceOfSatisfying(ShortLinkException.class, expected);
  }

  private static void with(HttpServer server, Consumer<ShortLinkClient> test) {
    server.start();
    try (ShortLinkClient links =
        new ShortLinkClient(options(server.getAddress().getPort(), () -> "token"))) {
      test.accept(links);
    } finally {
      server.stop(0);
    }
  }

  private static HttpServer answering(int status, String body) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 10);
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    server.createContext(
        "/",
        call -> {
          call.sendResponseHeaders(status, bytes.length);
          call.getResponseBody().write(bytes);
          call.close();
        });
    return server;
  }

  private static ShortLinkOptions options(int port, Supplier<String> token) {
    return ShortLinkOptions.of(URI.create("http://127.0.0.1:" + port), token)
        .withRequests(Duration.ofSeconds(20), 2);
  }
}
