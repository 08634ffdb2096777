package dev.storefront.flashsale.promotion;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.flashsale.FlashSaleProperties;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Promotions of which something was changed or begun lately, by whichever instance, so that the one
 * that sweeps need not ask for all others. Instances put them into a set; the sweeper takes them
 * out, and remembers them for longer than what was begun takes to be left behind. What is missed,
 * because an instance or a server died at that moment, the next full round finds.
 */
@Component
class TouchedPromotions {

  private static final Logger log = LoggerFactory.getLogger(TouchedPromotions.class);
  private static final String KEY = "touched-promotions";

  /** An instance puts a promotion into the set no more often than that. */
  private static final Duration TOLD_AGAIN_AFTER = Duration.ofSeconds(5);

  /** How much longer than something takes to be left behind. */
  private static final Duration REMEMBERED = Duration.ofSeconds(45);

  /** More, and the full round finds them. */
  private static final int MOST = 50_000;

  private static final int AT_ONCE = 1_000;

  private final Cache<Long, Boolean> told =
      Caffeine.newBuilder().maximumSize(MOST).expireAfterWrite(TOLD_AGAIN_AFTER).build();
  private final Cache<Long, Boolean> recent;
  private final AtomicLong losses = new AtomicLong();
  private final RedisClusterAccess cluster;
  private final byte[] key;

  TouchedPromotions(
      RedisClusterAccess cluster, Namespace namespace, FlashSaleProperties properties) {
    recent =
        Caffeine.newBuilder()
            .maximumSize(MOST)
            .expireAfterWrite(properties.settleAfter().plus(REMEMBERED))
            .build();
    this.cluster = cluster;
    this.key = namespace.key(KEY).getBytes(StandardCharsets.UTF_8);
  }

  /** Something of it is being changed or begun. Nobody waits for this. */
  void touch(long promotionId) {
    if (told.asMap().putIfAbsent(promotionId, true) == null) {
      byte[] member = Long.toString(promotionId).getBytes(StandardCharsets.UTF_8);
      cluster
          .call(c -> c.sadd(key, member))
          .exceptionally(
              away -> {
                told.invalidate(promotionId);
                return 0L;
              });
    }
  }

  /** The sweeper looks at it once more. */
  void remember(long promotionId) {
    recent.put(promotionId, true);
  }

  /**
   * Those of about the last minute; to be called by the instance that sweeps.
   *
   * @return empty if Redis does not tell: then it may be any of them
   */
  Optional<List<Long>> recent() {
    try {
      takeAll();
      return Optional.of(new ArrayList<>(recent.asMap().keySet()));
    } catch (RuntimeException notTold) {
      losses.incrementAndGet();
      log.warn("All promotions are looked at, not the touched ones alone: {}", notTold.toString());
      return Optional.empty();
    }
  }

  /** How often {@link #recent} was empty: what Redis was to tell then may be lost. */
  long losses() {
    return losses.get();
  }

  private void takeAll() {
    Set<byte[]> taken;
    do {
      taken = ScriptRunner.await(cluster.call(c -> c.spop(key, AT_ONCE)));
      taken.forEach(member -> remember(Long.parseLong(new String(member, StandardCharsets.UTF_8))));
    } while (taken.size() == AT_ONCE);
  }
}
