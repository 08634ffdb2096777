package dev.storefront.flashsale.admission;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.storefront.common.switches.Switch;
import dev.storefront.common.switches.Switches;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.springframework.stereotype.Component;

/**
 * How many calls an application and an account may make in each second, in this instance. Both are
 * switches, {@code rate-limit-caller} and {@code rate-limit-pin}.
 */
@Component
class RequestLimits {

  private static final int MOST_WINDOWS = 200_000;
  private static final int HIGHEST_RATE = 1_000_000;
  private static final int PER_CALLER = 20_000;
  private static final int PER_PIN = 1_000;

  private final Switch<Integer> perCaller;
  private final Switch<Integer> perPin;
  private final Clock clock;
  private final Cache<Key, AtomicReference<Window>> windows =
      Caffeine.newBuilder()
          .maximumSize(MOST_WINDOWS)
          .expireAfterAccess(Duration.ofSeconds(10))
          .build();

  RequestLimits(Switches switches, Clock clock) {
    this.clock = clock;
    perCaller = switches.defineInt("rate-limit-caller", PER_CALLER, 1, HIGHEST_RATE);
    perPin = switches.defineInt("rate-limit-pin", PER_PIN, 1, HIGHEST_RATE);
  }

  /** What is counted by. */
  enum Dimension {
    /** The application, by its {@code client_id}. */
    CALLER,
    /** The account. */
    PIN
  }

  private record Key(Dimension dimension, String value) {}

  private record Window(long second, int calls) {

    Window enter(long now) {
      return new Window(now, now == second ? calls + 1 : 1);
    }
  }

  /** Counts a call; false if it is one too many. */
  boolean tryEnter(Dimension dimension, String value) {
    long now = clock.instant().getEpochSecond();
    int calls =
        windows
            .get(new Key(dimension, value), key -> new AtomicReference<>(new Window(now, 0)))
            .updateAndGet(window -> window.enter(now))
            .calls();
    return calls <= (dimension == Dimension.CALLER ? perCaller : perPin).get();
  }
}
