package dev.storefront.common.ratelimit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.storefront.common.switches.Switch;
import dev.storefront.common.switches.Switches;
import dev.storefront.common.web.Problem;
import dev.storefront.common.web.ProblemException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.HttpStatus;

/**
 * How many calls may be made in each second, in this instance: Guava limiters kept in a bounded
 * Caffeine cache. A call may count in several dimensions; if one refuses it, it costs the others
 * nothing. Each limit is a switch, {@code rate-limit-<dimension>}, in calls per second.
 */
public final class RateLimits {

  private static final int MOST_LIMITERS = 200_000;
  private static final int HIGHEST_RATE = 1_000_000;

  /** Longer than a limiter takes to fill up, so that forgetting one gives nothing away. */
  private static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(1);

  private final Map<String, Switch<Integer>> rates = new HashMap<>();
  private final Cache<Counted, Limiter> limiters =
      Caffeine.newBuilder().maximumSize(MOST_LIMITERS).expireAfterAccess(FORGOTTEN_AFTER).build();

  /**
   * @param defaults for each dimension how many calls count as too many until an operator says
   *     otherwise, 1 to 1,000,000 in a second
   */
  public RateLimits(Switches switches, Map<String, Integer> defaults) {
    defaults.forEach(
        (dimension, rate) ->
            rates.put(
                dimension, switches.defineInt("rate-limit-" + dimension, rate, 1, HIGHEST_RATE)));
  }

  /**
   * Lets a call in, or refuses it.
   *
   * @throws ProblemException 429 {@code rate-limited} with the {@code dimension} that refused
   */
  public void enter(Counted... counted) {
    tryEnter(counted)
        .ifPresent(
            dimension -> {
              throw rateLimited(dimension).toException();
            });
  }

  /** Takes a permit in each dimension, or none: then the dimension that refused. */
  Optional<String> tryEnter(Counted... counted) {
    List<Limiter> taken = new ArrayList<>(counted.length);
    for (Counted one : counted) {
      Switch<Integer> rate = rates.get(one.dimension());
      if (rate == null) {
        throw new IllegalArgumentException("No limit for " + one.dimension());
      }
      Limiter limiter = limiters.get(one, key -> new Limiter());
      if (!limiter.tryAcquire(rate.get())) {
        taken.forEach(Limiter::giveBack);
        return Optional.of(one.dimension());
      }
      taken.add(limiter);
    }
    return Optional.empty();
  }

  private static Problem rateLimited(String dimension) {
    return Problem.of(
            HttpStatus.TOO_MANY_REQUESTS,
            "rate-limited",
            "Too many calls in the dimension '%s'.".formatted(dimension))
        .with("dimension", dimension);
  }
}
