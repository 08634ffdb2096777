package dev.storefront.shortlink.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.storefront.shortlink.sdk.ServiceApi.Item;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** When it is certain that nothing was published. */
class ServiceApiTest {

  private static final Lease.Terms LEASE =
      new Lease.Terms("lease", 1, Instant.now().plusSeconds(3600), "https://s.example/");

  @Test
  void where_nobody_listens_nothing_was_published() {
    assertThat(isInDoubt(1)).isFalse();
  }

  @Test
  void who_took_the_request_and_hung_up_may_have_published() throws Exception {
    try (ServerSocket service = new ServerSocket(0, 10, InetAddress.getByName("127.0.0.1"))) {
      Thread hangingUp = new Thread(() -> hangUp(service));
      hangingUp.start();
      assertThat(isInDoubt(service.getLocalPort())).isTrue();
      service.close();
      hangingUp.join(60_000);
    }
  }

  @Test
  void who_is_sent_away_because_of_too_many_calls_has_published_nothing() throws Exception {
    assertThat(isAnswerDoubtful(429)).isFalse();
    assertThat(isAnswerDoubtful(503)).isTrue();
  }

  @Test
  void who_refuses_in_words_of_a_proxy_has_refused() throws Exception {
    HttpServer proxy =
        HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 10);
    byte[] page = "<html>Request Entity Too Large</html>".getBytes(StandardCharsets.UTF_8);
    proxy.createContext(
        "/",
        call -> {
          call.sendResponseHeaders(413, page.length);
          call.getResponseBody().write(page);
          call.close();
        });
    proxy.start();
    try {
      ShortLinkOptions options =
          ShortLinkOptions.of(
              URI.create("http://127.0.0.1:" + proxy.getAddress().getPort()), () -> "token");
      AtomicBoolean doubt = new AtomicBoolean();
      assertThatThrownBy(
              () ->
                  new ServiceApi(options)
                      .publish(LEASE, List.of(new Item(1, "https://example.com/", false)), doubt)
                      .join())
          .cause()
          .isInstanceOfSatisfying(
              RefusedException.class,
              refused -> {
                assertThat(refused.isOfContent()).isTrue();
                assertThat(refused.code()).isEqualTo("status-413");
              });
      assertThat(doubt).isFalse();
    } finally {
      proxy.stop(0);
    }
  }

  @Test
  void a_reply_that_does_not_end_keeps_no_thread() throws Exception {
    HttpServer service =
        HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 10);
    service.createContext(
        "/",
        call -> {
          call.sendResponseHeaders(200, 2);
          call.getResponseBody().write('{');
          call.getResponseBody().flush();
        });
    service.start();
    try {
      ShortLinkOptions options =
          ShortLinkOptions.of(
                  URI.create("http://127.0.0.1:" + service.getAddress().getPort()), () -> "token")
              .withRequests(Duration.ofMillis(300), 1);
      assertThat(new ServiceApi(options).lease(1_000)).failsWithin(Duration.ofSeconds(60));
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      while (isWaitingForAReply() && System.nanoTime() < end) {
        Thread.yield();
      }
      assertThat(isWaitingForAReply()).isFalse();
    } finally {
      service.stop(0);
    }
  }

  private static boolean isWaitingForAReply() {
    return Thread.getAllStackTraces().values().stream()
        .flatMap(Stream::of)
        .anyMatch(call -> call.getMethodName().equals("send") && isOfTheHttpClient(call));
  }

  private static boolean isOfTheHttpClient(StackTraceElement call) {
    return call.getClassName().startsWith("jdk.internal.net.http.");
  }

  @Test
  void without_a_token_nothing_was_sent() {
    assertThat(
            isInDoubt(
                1,
                () -> {
                  throw new IllegalStateException("the issuer is away");
                }))
        .isFalse();
  }

  private static boolean isAnswerDoubtful(int status) throws Exception {
    HttpServer service =
        HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 10);
    service.createContext(
        "/",
        call -> {
          call.sendResponseHeaders(status, -1);
          call.close();
        });
    service.start();
    try {
      return isInDoubt(service.getAddress().getPort());
    } finally {
      service.stop(0);
    }
  }

  private static void hangUp(ServerSocket service) {
    try {
      while (true) {
        try (Socket call = service.accept()) {
          assertThat(call.getInputStream().read()).isPositive();
        }
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  private static boolean isInDoubt(int port) {
    return isInDoubt(port, () -> "token");
  }

  private static boolean isInDoubt(int port, Supplier<String> token) {
    ShortLinkOptions options =
        ShortLinkOptions.of(URI.create("http://127.0.0.1:" + port), token)
            .withRequests(Duration.ofSeconds(20), 2);
    AtomicBoolean doubt = new AtomicBoolean();
    assertThat(
            new ServiceApi(options)
                .publish(LEASE, List.of(new Item(1, "https://example.com/", false)), doubt))
        .failsWithin(Duration.ofSeconds(60));
    return doubt.get();
  }
}
