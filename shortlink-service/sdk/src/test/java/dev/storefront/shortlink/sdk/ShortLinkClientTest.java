package dev.storefront.shortlink.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShortLinkClientTest {

  private static final ShortLinkOptions NOWHERE =
      ShortLinkOptions.of(URI.create("http://127.0.0.1:1"), () -> "token")
          .withRequests(Duration.ofMillis(300), 1);

  /** Closes the client between its look at {@code closed} and the link's coming into the queue. */
  private static final class ClosingQueue extends ArrayBlockingQueue<Pending> {

    private final transient AtomicReference<ShortLinkClient> client = new AtomicReference<>();

    ClosingQueue() {
      super(10);
    }

    @Override
    public boolean offer(Pending pending) {
      client.get().close();
      return super.offer(pending);
    }
  }

  @Test
  void a_link_that_comes_while_the_client_closes_is_not_left_waiting() {
    ClosingQueue queue = new ClosingQueue();
    ShortLinkClient client = new ShortLinkClient(NOWHERE, queue);
    queue.client.set(client);
    expectClosed(client.shorten("https://example.com/"));
    assertThat(queue).isEmpty();
  }

  @Test
  void a_closed_client_says_so() {
    ShortLinkClient client = new ShortLinkClient(NOWHERE);
    client.close();
    expectClosed(client.shorten("https://example.com/"));
  }

  @Test
  void a_client_whose_journal_is_anothers_leaves_no_thread(@TempDir Path folder) {
    Path file = folder.resolve("links");
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    try (Journal other = new Journal(file, 10)) {
      assertThat(other.open()).isEmpty();
      assertThatThrownBy(() -> new ShortLinkClient(NOWHERE.withJournal(file)))
          .isInstanceOf(IllegalStateException.class);
    }
    assertThat(Thread.getAllStackTraces().keySet())
        .filteredOn(thread -> !before.contains(thread))
        .extracting(Thread::getName)
        .noneMatch(name -> name.startsWith("short-links"));
  }

  /** Which of the two would count, nobody could say after a crash. */
  @Test
  void a_link_has_one_target(@TempDir Path folder) throws IOException {
    FreshLink link = Leased.lease(Leased.range(1, 1)).next();
    Path file = folder.resolve("links");
    ShortLinkClient client = new ShortLinkClient(NOWHERE.withQueueCapacity(2).withJournal(file));
    try {
      client.publish(link, "https://example.com/1");
      client.publish(link, "https://example.com/1");
      assertThatThrownBy(() -> client.publish(link, "https://example.com/2"))
          .isInstanceOf(ShortLinkException.class)
          .extracting(error -> ((ShortLinkException) error).code())
          .isEqualTo(ShortLinkException.ALREADY_PUBLISHED);
      assertThat(Files.readAllLines(file)).hasSize(1);
    } finally {
      Thread.currentThread().interrupt(); // waits for no service
      client.close();
      assertThat(Thread.interrupted()).isTrue();
    }
    try (Journal journal = new Journal(file, 10)) {
      assertThat(journal.open())
          .extracting(Announced::url)
          .containsExactly("https://example.com/1");
    }
  }

  private static void expectClosed(CompletableFuture<ShortLink> link) {
    assertThat(link)
        .failsWithin(Duration.ofSeconds(60))
        .withThrowableOfType(ExecutionException.class)
        .extracting(Throwable::getCause, InstanceOfAssertFactories.type(ShortLinkException.class))
        .extracting(ShortLinkException::code)
        .isEqualTo(ShortLinkException.CLOSED);
  }
}
