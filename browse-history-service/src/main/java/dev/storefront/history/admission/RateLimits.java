package dev.storefront.history.admission;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.storefront.common.switches.Switch;
import dev.storefront.common.switches.Switches;
import java.time.Duration;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * Three limits on every call, as the design article has them: Guava limiters kept in a bounded
 * Caffeine cache. A call that one dimension refuses costs the others nothing. Each limit is a
 * switch, {@code rate-limit-<dimension>}, in calls per second and instance.
 */
@Component
class RateLimits {

  private static final int MOST_LIMITERS = 200_000;
  private static final int HIGHEST_RATE = 1_000_000;

  /** Longer than a limiter takes to fill up, so that forgetting one gives nothing away. */
  private static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(1);

  private final Switch<Integer> perMethod;
  private final Switch<Integer> perCaller;
  private final Switch<Integer> perUser;
  private final Cache<Key, Limiter> limiters =
      Caffeine.newBuilder().maximumSize(MOST_LIMITERS).expireAfterAccess(FORGOTTEN_AFTER).build();

  RateLimits(Switches switches) {
    this.perMethod = define(switches, Dimension.METHOD);
    this.perCaller = define(switches, Dimension.CALLER);
    this.perUser = define(switches, Dimension.USER);
  }

  /** Takes a permit in each dimension, or none: then the one that refused. */
  Optional<Dimension> tryEnter(String method, String caller, String user) {
    Limiter ofMethod = limiter(Dimension.METHOD, method);
    if (!ofMethod.tryAcquire(perMethod.get())) {
      return Optional.of(Dimension.METHOD);
    }
    Limiter ofCaller = limiter(Dimension.CALLER, caller);
    if (!ofCaller.tryAcquire(perCaller.get())) {
      ofMethod.giveBack();
      return Optional.of(Dimension.CALLER);
    }
    if (!limiter(Dimension.USER, user).tryAcquire(perUser.get())) {
      ofMethod.giveBack();
      ofCaller.giveBack();
      return Optional.of(Dimension.USER);
    }
    return Optional.empty();
  }

  private Limiter limiter(Dimension dimension, String value) {
    return limiters.get(new Key(dimension, value), key -> new Limiter());
  }

  private static Switch<Integer> define(Switches switches, Dimension dimension) {
    return switches.defineInt(
        "rate-limit-" + dimension.word(), dimension.defaultRate(), 1, HIGHEST_RATE);
  }

  private record Key(Dimension dimension, String value) {}
}
