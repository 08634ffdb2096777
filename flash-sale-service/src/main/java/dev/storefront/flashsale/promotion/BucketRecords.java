package dev.storefront.flashsale.promotion;

import dev.storefront.common.health.Replies;
import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.lua.LuaScript;
import io.lettuce.core.KeyValue;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.springframework.stereotype.Component;

/** Into how many buckets promotions are divided, and what those of a hot one have. */
@Component
class BucketRecords {

  private static final LuaScript READ = LuaScript.load("flashsale/readBucket");

  /** An instance remembers that many promotions; more, and it asks again. */
  private static final int MOST_REMEMBERED = 50_000;

  private final Map<Long, Buckets> remembered = new ConcurrentHashMap<>();
  private final ScriptRunner scripts;
  private final RedisClusterAccess cluster;
  private final Namespace namespace;

  BucketRecords(ScriptRunner scripts, RedisClusterAccess cluster, Namespace namespace) {
    this.scripts = scripts;
    this.cluster = cluster;
    this.namespace = namespace;
  }

  /** How the promotion was divided when it was opened, empty if there is no record. */
  CompletableFuture<Optional<Buckets>> of(long promotionId) {
    Buckets known = remembered.get(promotionId);
    if (known != null) {
      return CompletableFuture.completedFuture(Optional.of(known));
    }
    byte[] key = bytes(PromotionKeys.of(promotionId, namespace).record());
    return cluster
        .call(
            c ->
                c.hmget(
                    key,
                    bytes("o"),
                    bytes("limitPer"),
                    bytes("buckets"),
                    bytes("quota"),
                    bytes("openedWith"),
                    bytes("holdsApart")))
        .thenApply(
            fields ->
                fields.get(0).hasValue() && fields.get(1).hasValue()
                    ? Optional.of(remember(promotionId, decode(fields)))
                    : Optional.empty());
  }

  private static Buckets decode(List<KeyValue<byte[], byte[]>> fields) {
    boolean hot = fields.get(2).hasValue();
    boolean toppedUp = fields.get(4).hasValue();
    return Buckets.of(
        Integer.parseInt(text(fields.get(toppedUp ? 4 : hot ? 3 : 0))),
        hot ? Integer.parseInt(text(fields.get(2))) : 1,
        fields.get(5).hasValue()
            ? Promotion.Limit.Per.IP_AND_PIN
            : Promotion.Limit.Per.valueOf(text(fields.get(1))));
  }

  /** Looks at all buckets twice. */
  CompletableFuture<Survey> survey(long promotionId, Buckets buckets) {
    return look(promotionId, buckets)
        .thenCompose(
            before -> look(promotionId, buckets).thenApply(now -> new Survey(before, now)));
  }

  private CompletableFuture<List<BucketState>> look(long promotionId, Buckets buckets) {
    return Replies.all(
        IntStream.range(0, buckets.count()).mapToObj(bucket -> look(promotionId, bucket)));
  }

  /** Looks at a single bucket. */
  CompletableFuture<BucketState> look(long promotionId, int bucket) {
    String key = PromotionKeys.of(promotionId, bucket, namespace).record();
    return scripts.list(ScriptCall.of(READ, List.of(key))).thenApply(BucketRecords::state);
  }

  private static BucketState state(List<Object> reply) {
    return BucketState.of(READ.code(BucketState.Code.class, (Long) reply.get(0)), reply);
  }

  private Buckets remember(long promotionId, Buckets buckets) {
    if (remembered.size() >= MOST_REMEMBERED) {
      remembered.clear();
    }
    remembered.put(promotionId, buckets);
    return buckets;
  }

  private static String text(KeyValue<byte[], byte[]> field) {
    return new String(field.getValue(), StandardCharsets.UTF_8);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
