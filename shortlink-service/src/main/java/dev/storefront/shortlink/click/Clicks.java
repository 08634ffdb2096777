package dev.storefront.shortlink.click;

import com.google.common.hash.Hashing;
import dev.storefront.common.kafka.EventPublisher;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Sends clicks to Kafka beside the redirects, which never wait for it and never fail with it: a
 * bounded buffer, emptied by one thread. What does not fit is dropped and shows in the counter
 * {@code storefront.shortlink.clicks.dropped}.
 */
@Component
public class Clicks implements SmartLifecycle {

  static final String TOPIC = "shortlink-clicks";

  private static final int LONGEST_REFERRER = 512;
  private static final int LONGEST_USER_AGENT = 256;
  private static final int VISITOR_DIGITS = 16;
  private static final int MOST_UNDER_WAY = 5_000;
  private static final long PAUSE_MILLIS = 100;
  private static final long DRAIN_MILLIS = 3_000;

  private final EventPublisher events;
  private final String visitorSalt;
  private final Supplier<UUID> ids;
  private final Clock clock;
  private final Counter dropped;
  private final BlockingQueue<Click> buffer;
  private final Semaphore underWay = new Semaphore(MOST_UNDER_WAY);
  private @Nullable Thread worker;
  private volatile boolean running;

  Clicks(
      EventPublisher events,
      ClickProperties properties,
      MeterRegistry meters,
      Supplier<UUID> ids,
      Clock clock) {
    this.events = events;
    this.visitorSalt = properties.visitorSalt();
    this.ids = ids;
    this.clock = clock;
    this.buffer = new ArrayBlockingQueue<>(properties.buffer());
    this.dropped = meters.counter("storefront.shortlink.clicks.dropped");
  }

  private record Click(
      String code,
      int generation,
      long clickedAt,
      @Nullable String referrer,
      @Nullable String userAgent,
      String address) {}

  /** Counts a click; returns at once. */
  public void count(
      String code,
      int generation,
      @Nullable String referrer,
      @Nullable String userAgent,
      String address) {
    Click click =
        new Click(
            code,
            generation,
            clock.millis(),
            shortened(referrer, LONGEST_REFERRER),
            shortened(userAgent, LONGEST_USER_AGENT),
            address);
    if (!buffer.offer(click)) {
      dropped.increment();
    }
  }

  @Override
  public void start() {
    running = true;
    worker = new Thread(this::sendUntilStopped, "clicks");
    worker.setDaemon(true);
    worker.start();
  }

  @Override
  public void stop() {
    running = false;
    Thread sending = worker;
    if (sending == null) {
      return;
    }
    try {
      sending.join(DRAIN_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  private void sendUntilStopped() {
    try {
      while (running || !buffer.isEmpty()) {
        Click click = buffer.poll(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        if (click != null) {
          send(click);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void send(Click click) throws InterruptedException {
    underWay.acquire();
    events
        .publish(TOPIC, click.code(), eventOf(click))
        .whenComplete(
            (sent, error) -> {
              underWay.release();
              if (error != null) {
                dropped.increment();
              }
            });
  }

  private ClickEvent eventOf(Click click) {
    return new ClickEvent(
        ids.get().toString(),
        click.code(),
        click.generation(),
        click.clickedAt(),
        click.referrer(),
        click.userAgent(),
        visitorOf(click.address(), click.userAgent()));
  }

  /** Tells visitors apart by address and browser, without keeping the address: 16 hex digits. */
  String visitorOf(String address, @Nullable String userAgent) {
    return Hashing.sha256()
        .hashString(visitorSalt + '\n' + address + '\n' + userAgent, StandardCharsets.UTF_8)
        .toString()
        .substring(0, VISITOR_DIGITS);
  }

  private static @Nullable String shortened(@Nullable String text, int longest) {
    return text == null || text.length() <= longest ? text : text.substring(0, longest);
  }
}
