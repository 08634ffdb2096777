package dev.storefront.history.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.history.Shopper;
import dev.storefront.history.Storefront;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Users who look at products all the time, and what each has to find in the history. */
final class Crowd implements AutoCloseable {

  private static final int AT_A_TIME = 10;
  private static final int VIEWS_OF_A_USER = 100;
  private static final long MILLIS_BETWEEN_VIEWS = 4;
  private static final Duration LONGEST = Duration.ofMinutes(3);

  private final Storefront storefront;
  private final String name = "crowd-" + UUID.randomUUID();
  private final Map<String, List<Long>> looked = new ConcurrentHashMap<>();
  private final long start = System.currentTimeMillis() - Duration.ofHours(1).toMillis();
  private final AtomicInteger views = new AtomicInteger();
  private final ScheduledExecutorService looking = Executors.newSingleThreadScheduledExecutor();

  Crowd(Storefront storefront) {
    this.storefront = storefront;
    looking.scheduleWithFixedDelay(this::look, 0, MILLIS_BETWEEN_VIEWS, TimeUnit.MILLISECONDS);
  }

  private void look() {
    int n = views.get();
    int block = n / (AT_A_TIME * VIEWS_OF_A_USER);
    String user = name + "-" + (block * AT_A_TIME + n % AT_A_TIME);
    long sku = storefront.newSkus(1);
    // The same again until Kafka has it: what a late broker did not acknowledge may be there too.
    await()
        .atMost(LONGEST)
        .ignoreExceptions()
        .until(
            () -> {
              storefront.pageView(user, sku, start + n).join();
              return true;
            });
    looked.computeIfAbsent(user, none -> new CopyOnWriteArrayList<>()).add(0, sku);
    views.incrementAndGet();
  }

  /** Returns once they have looked at so many more. */
  void lookAt(int more) {
    int wanted = views.get() + more;
    await().atMost(LONGEST).until(() -> views.get() >= wanted);
  }

  /** How many they have looked at. */
  int views() {
    return views.get();
  }

  /** Ends the looking; returns once the history has every view of everybody, and no other. */
  void seesEverything() throws InterruptedException {
    close();
    assertThat(looked).isNotEmpty();
    for (Map.Entry<String, List<Long>> user : looked.entrySet()) {
      Shopper shopper = storefront.shopper(user.getKey());
      await()
          .atMost(LONGEST)
          .untilAsserted(
              () -> assertThat(shopper.skus()).isEqualTo(new ArrayList<>(user.getValue())));
    }
  }

  @Override
  public void close() throws InterruptedException {
    looking.shutdown();
    assertThat(looking.awaitTermination(LONGEST.toSeconds(), TimeUnit.SECONDS)).isTrue();
  }
}
