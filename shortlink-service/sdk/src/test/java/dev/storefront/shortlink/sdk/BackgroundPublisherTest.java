package dev.storefront.shortlink.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackgroundPublisherTest {

  private final CountDownLatch asked = new CountDownLatch(1);
  private final Queue<VoidLink> told = new ConcurrentLinkedQueue<>();
  private final ShortLinkOptions nowhere =
      ShortLinkOptions.of(URI.create("http://127.0.0.1:1"), this::token)
          .withRequests(Duration.ofSeconds(3), 1)
          .withVoidLinksTo(told::add);
  private final BackgroundPublisher publisher =
      new BackgroundPublisher(
          new ServiceApi(nowhere), nowhere, Clock.systemUTC(), () -> false, lease -> {});

  /** The links are of two leases: the other one's are not under way when the thread is stopped. */
  @Test
  void what_was_given_away_and_not_published_is_told_as_void() throws InterruptedException {
    FreshLink first = fresh("lease-1", 1);
    FreshLink second = fresh("lease-2", 2);
    publisher.add(first, "https://example.com/1");
    publisher.add(second, "https://example.com/2");
    Thread thread = new Thread(publisher);
    thread.start();
    assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
    thread.interrupt();
    thread.join(60_000);
    assertThat(thread.isAlive()).isFalse();
    assertThat(told).isEmpty();

    publisher.close();
    assertThat(told)
        .containsExactlyInAnyOrder(
            new VoidLink(first.link(), "https://example.com/1", ShortLinkException.CLOSED),
            new VoidLink(second.link(), "https://example.com/2", ShortLinkException.CLOSED));
  }

  @Test
  void nothing_is_taken_over_any_more_once_it_is_closed() {
    publisher.close();
    assertThatThrownBy(() -> publisher.add(fresh("lease", 1), "https://example.com/"))
        .isInstanceOf(ShortLinkException.class)
        .extracting(error -> ((ShortLinkException) error).code())
        .isEqualTo(ShortLinkException.CLOSED);
    assertThat(told).isEmpty();
  }

  @Test
  void who_waits_for_room_gets_it_or_hears_that_the_client_is_closed(@TempDir Path folder)
      throws Exception {
    ShortLinkOptions options =
        nowhere
            .withQueueCapacity(1)
            .withBlockingQueue(Duration.ofMinutes(10))
            .withJournal(folder.resolve("links"));
    BackgroundPublisher blocking =
        new BackgroundPublisher(
            new ServiceApi(options), options, Clock.systemUTC(), () -> false, lease -> {});
    blocking.add(fresh("lease", 1), "https://example.com/1");
    List<FutureTask<Void>> waiting =
        List.of(adding(blocking, 2), adding(blocking, 3), adding(blocking, 4));
    List<Thread> threads = waiting.stream().map(Thread::new).toList();
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      awaitWaiting(thread);
    }
    blocking.close();
    for (FutureTask<Void> each : waiting) {
      assertThatThrownBy(() -> each.get(60, TimeUnit.SECONDS))
          .cause()
          .isInstanceOf(ShortLinkException.class)
          .extracting(error -> ((ShortLinkException) error).code())
          .isEqualTo(ShortLinkException.CLOSED);
    }
  }

  @Test
  void who_has_waited_for_long_enough_or_is_interrupted_is_refused() throws Exception {
    ShortLinkOptions options =
        nowhere.withQueueCapacity(1).withBlockingQueue(Duration.ofMillis(50));
    BackgroundPublisher full =
        new BackgroundPublisher(
            new ServiceApi(options), options, Clock.systemUTC(), () -> false, lease -> {});
    full.add(fresh("lease", 1), "https://example.com/1");
    expectQueueFull(() -> full.add(fresh("lease", 2), "https://example.com/2"));
    Thread.currentThread().interrupt();
    expectQueueFull(() -> full.add(fresh("lease", 3), "https://example.com/3"));
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void a_lease_that_nothing_can_be_published_under_now_keeps_no_other_waiting() throws Exception {
    CountDownLatch published = new CountDownLatch(1);
    HttpServer service =
        HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 10);
    service.createContext(
        "/",
        call -> {
          String body = new String(call.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          boolean away = body.contains("\"away\"");
          byte[] reply =
              "{\"results\":[{\"id\":2,\"code\":\"2\",\"shortUrl\":\"x\"}]}"
                  .getBytes(StandardCharsets.UTF_8);
          call.sendResponseHeaders(away ? 503 : 200, reply.length);
          call.getResponseBody().write(reply);
          call.close();
          if (!away) {
            published.countDown();
          }
        });
    service.start();
    ShortLinkOptions options =
        ShortLinkOptions.of(
                URI.create("http://127.0.0.1:" + service.getAddress().getPort()), () -> "token")
            .withRequests(Duration.ofSeconds(20), 1)
            .withBatches(1, Duration.ZERO);
    BackgroundPublisher both =
        new BackgroundPublisher(
            new ServiceApi(options), options, Clock.systemUTC(), () -> false, lease -> {});
    both.add(fresh("away", 1), "https://example.com/1");
    both.add(fresh("there", 2), "https://example.com/2");
    Thread publisher = new Thread(both);
    publisher.start();
    try {
      assertThat(published.await(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      publisher.interrupt();
      publisher.join(60_000);
      service.stop(0);
    }
  }

  private static void expectQueueFull(ThrowingCallable adding) {
    assertThatThrownBy(adding)
        .isInstanceOf(ShortLinkException.class)
        .extracting(error -> ((ShortLinkException) error).code())
        .isEqualTo(ShortLinkException.QUEUE_FULL);
  }

  private static FutureTask<Void> adding(BackgroundPublisher publisher, long id) {
    return new FutureTask<>(
        () -> {
          publisher.add(fresh("lease", id), "https://example.com/" + id);
          return null;
        });
  }

  private static void awaitWaiting(Thread thread) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (thread.getState() != Thread.State.TIMED_WAITING && System.nanoTime() < end) {
      Thread.yield();
    }
    assertThat(thread.getState()).isEqualTo(Thread.State.TIMED_WAITING);
  }

  private String token() {
    asked.countDown();
    return "token";
  }

  private static FreshLink fresh(String leaseId, long id) {
    Lease.Terms terms =
        new Lease.Terms(leaseId, id, Instant.now().plusSeconds(3600), "https://s.example/");
    long end = System.nanoTime() + TimeUnit.HOURS.toNanos(1);
    return new Lease(terms, end, List.of(Leased.range(id, id))).next();
  }
}
