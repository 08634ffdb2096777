package dev.storefront.shortlink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.Reply;
import dev.storefront.localstack.Faults;
import dev.storefront.localstack.testing.NotOnSharedServers;
import dev.storefront.localstack.testing.TestBackends;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The database keeps its connections and answers nothing. */
@NotOnSharedServers
class SlowDatabaseTest extends ShortLinkTest {

  private static final Duration LONG = Duration.ofMinutes(3);
  private static final int CALLERS = 150;
  private static final int MOST_CALLS = 100;
  private static final int VISITS = 50;

  /** Shorter than what each of those who wait for the database waits. */
  private static final Duration QUITE_LONG = Duration.ofSeconds(1);

  private final Faults faults = TestBackends.shared().faults();

  @AfterEach
  void heal() {
    faults.resume("database");
    // Other classes call the same service: its breakers are closed by then.
    await().atMost(LONG).until(() -> lease(app(), unique(), 7, 1).status() == 200);
  }

  /** If each of these held a thread of the web server until a time-out, no visitor had one. */
  @Test
  void links_lead_on_while_many_ask_for_leases_and_the_database_hangs() throws Exception {
    String hot = link("https://example.com/hot");
    get("/" + hot).expect(302);
    AtomicBoolean over = new AtomicBoolean();
    Queue<Integer> answers = new ConcurrentLinkedQueue<>();
    ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    faults.pause("database");
    try {
      for (int n = 0; n < CALLERS; n++) {
        callers.submit(
            () -> {
              for (int calls = 0; calls < MOST_CALLS && !over.get(); calls++) {
                answers.add(
                    calls % 2 == 0 ? lease(app(), unique(), 7, 1).status() : slug().status());
              }
              return null;
            });
      }
      await().atMost(LONG).until(() -> answers.size() > CALLERS);
      assertThat(
              IntStream.range(0, VISITS)
                  .mapToObj(n -> get("/" + hot).expect(302).took())
                  .filter(took -> took.compareTo(QUITE_LONG) < 0))
          .hasSizeGreaterThan(VISITS / 2);
    } finally {
      over.set(true);
      faults.resume("database");
      callers.shutdown();
      assertThat(callers.awaitTermination(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }
    // Those that were under way at the end were answered.
    assertThat(answers).contains(503).isSubsetOf(503, 200, 201);
  }

  private Reply slug() {
    String body = "{\"url\":\"https://example.com/\",\"slug\":\"slow-%s\"}";
    return send("POST", "/api/v1/links", app(), body.formatted(unique().substring(0, 13)));
  }
}
