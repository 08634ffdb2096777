package dev.storefront.shortlink.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BackgroundPublisherTest {

  private final CountDownLatch asked = new CountDownLatch(1);
  private final Queue<VoidLink> told = new ConcurrentLinkedQueue<>();
  private final ShortLinkOptions nowhere =
      ShortLinkOptions.of(URI.create("http://127.0.0.1:1"), this::token)
          .withRequests(Duration.ofSeconds(3), 1)
          .withVoidLinksTo(told::add);
  private final BackgroundPublisher publisher =
      new BackgroundPublisher(new ServiceApi(nowhere), nowhere, Clock.systemUTC(), () -> false);

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

  private String token() {
    asked.countDown();
    return "token";
  }

  private static FreshLink fresh(String leaseId, long id) {
    Lease.Terms terms =
        new Lease.Terms(leaseId, id, Instant.now().plusSeconds(3600), "https://s.example/");
    long end = System.nanoTime() + TimeUnit.HOURS.toNanos(1);
    return new Lease(terms, end, Leased.range(id, id)).next();
  }
}
