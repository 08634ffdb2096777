package dev.storefront.common.testing;

import static org.awaitility.Awaitility.await;

import dev.storefront.common.redis.RedisClusterAccess;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.Callable;

/**
 * What a service's meters say of the fall-backs of one Redis Cluster.
 *
 * @param cluster its name in the service's settings
 */
public record Fallbacks(MeterRegistry meters, String cluster) {

  /** Those of the default cluster. */
  public Fallbacks(MeterRegistry meters) {
    this(meters, RedisClusterAccess.DEFAULT);
  }

  /** How many were found since the service's start. */
  public double found() {
    return meters.get("storefront.redis.fallbacks").tag("cluster", cluster).counter().count();
  }

  /** How many slots may have lost something, as far as is known now. */
  public double slotsInDoubt() {
    return meters.get("storefront.redis.slots.in.doubt").tag("cluster", cluster).gauge().value();
  }

  /**
   * True if one was found since then and nothing is in doubt any more.
   *
   * @param before what {@link #found} was then
   */
  public boolean isOverSince(double before) {
    return found() > before && slotsInDoubt() == 0;
  }

  /**
   * Waits for the first one to be found while all is right, and then, so long each time, for the
   * end of the doubt while all is right.
   */
  public void awaitEnd(Duration atMost, Callable<Boolean> isRight) {
    await().atMost(atMost).until(() -> isRight.call() && found() > 0);
    await().atMost(atMost).until(() -> isRight.call() && slotsInDoubt() == 0);
  }
}
