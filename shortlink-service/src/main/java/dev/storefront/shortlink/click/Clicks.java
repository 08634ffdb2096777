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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Sends clicks to Kafka beside the redirects, which never wait for it and never fail with it: a
 * bounded buffer, emptied by one thread. What does not fit, and what Kafka does not take before the
 * service ends, is dropped and shows in the counter {@code storefront.shortlink.clicks.dropped}.
 */
@Component
public class Clicks implements SmartLifecycle {

  static final String TOPIC = "shortlink-clicks";

  private static final Logger log = LoggerFactory.getLogger(Clicks.class);

  private static final int LONGEST_REFERRER = 512;
  private static final int LONGEST_USER_AGENT = 256;
  private static final int VISITOR_DIGITS = 16;
  private static final int MOST_UNDER_WAY = 5_000;
  private static final long PAUSE_MILLIS = 100;

  /** At the end, to send what is left; then for Kafka's answers, by when all have timed out. */
  private static final long SENDING_MILLIS = 3_000;

  private static final long ANSWERS_MILLIS = 4_000;

  private final EventPublisher events;
  private final String visitorSalt;
  private final Supplier<UUID> ids;
  private final Clock clock;
  private final Counter dropped;
  private final BlockingQueue<Click> buffer;
  private final Semaphore underWay = new Semaphore(MOST_UNDER_WAY);
  private @Nullable Thread worker;
  private volatile boolean running;

  /** True once nobody empties the buffer any more. */
  private volatile boolean ended;

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
    } else if (ended) {
      dropRest();
    }
  }

  /** Before the web server, and so after it at the end: what it still answers counts too. */
  @Override
  public int getPhase() {
    return 0;
  }

  @Override
  public void start() {
    ended = false;
    running = true;
    worker = new Thread(this::sendUntilStopped, "clicks");
    worker.setDaemon(true);
    worker.start();
  }

  /** Sends what is left, for seconds at most; what Kafka has not taken by then is dropped. */
  @Override
  public void stop() {
    running = false;
    Thread sending = worker;
    if (sending == null) {
      return;
    }
    double before = dropped.count();
    try {
      sending.join(SENDING_MILLIS);
      end(sending);
      if (underWay.tryAcquire(MOST_UNDER_WAY, ANSWERS_MILLIS, TimeUnit.MILLISECONDS)) {
        underWay.release(MOST_UNDER_WAY);
      } else {
        log.warn("The service stops before Kafka has answered for all clicks");
      }
    } catch (InterruptedException e) {
      end(sending);
      Thread.currentThread().interrupt();
    }
    double lost = dropped.count() - before;
    if (lost > 0) {
      // Nobody asks for metrics any more.
      log.warn("{} clicks were not counted, as the service stopped without Kafka", (long) lost);
    }
  }

  private void end(Thread sending) {
    ended = true;
    sending.interrupt();
    dropRest();
  }

  /** Whoever comes while this is done sees what was ended, or is seen here. */
  private void dropRest() {
    while (buffer.poll() != null) {
      dropped.increment();
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
    try {
      underWay.acquire();
    } catch (InterruptedException e) {
      dropped.increment();
      throw e;
    }
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
