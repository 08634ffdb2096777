package dev.storefront.flashsale.promotion;

import dev.storefront.common.health.Replies;
import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.flashsale.FlashSaleProperties;
import dev.storefront.flashsale.SharedCalls;
import dev.storefront.lua.LuaScript;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.springframework.stereotype.Component;

/** A promotion's record in Redis, one for each bucket: what grabs are decided by. */
@Component
class SaleRecord {

  private static final LuaScript OPEN = LuaScript.load("flashsale/openPromotion");
  private static final LuaScript CLOSE = LuaScript.load("flashsale/closePromotion");
  private static final LuaScript CHECK = LuaScript.load("flashsale/checkPromotion");
  private static final LuaScript STOP = LuaScript.load("flashsale/stopPromotion");

  /** Units that move between buckets stop doing so within a moment. */
  private static final int LOOKS = 3;

  /** Of buckets that have not been rebuilt yet. */
  private static final String FIRST_EPOCH = "first";

  private final ScriptRunner scripts;
  private final Namespace namespace;
  private final BucketRecords bucketRecords;

  /** Many look at a hot promotion at once, and to ask all of its buckets is dear. */
  private final SharedCalls<Long, Supplier<CompletableFuture<Optional<Quota>>>, Optional<Quota>>
      shared = SharedCalls.ofOneAnswer();

  private final WantedRates rates;
  private final FlashSaleProperties properties;

  SaleRecord(
      ScriptRunner scripts,
      Namespace namespace,
      BucketRecords bucketRecords,
      WantedRates rates,
      FlashSaleProperties properties) {
    this.scripts = scripts;
    this.namespace = namespace;
    this.bucketRecords = bucketRecords;
    this.rates = rates;
    this.properties = properties;
  }

  /** Writes all buckets' records unless they are there. They go a while after the sale's end. */
  void open(StoredPromotion stored) {
    Promotion p = stored.terms();
    run(
        OPEN,
        p.promotionId(),
        p.buckets().count(),
        bucket -> {
          List<Object> args = terms(stored, bucket, FIRST_EPOCH);
          args.add(0, keepUntil(p));
          args.addAll(List.of("b", p.buckets().shareOf(p.quota(), bucket)));
          args.addAll(List.of("c", 0, "windowStart", 0));
          return args;
        });
  }

  /**
   * Closes the sale, all buckets of it, and writes the records' terms where they are lost. What was
   * on its way between buckets is void.
   *
   * @param fence the number of the rebuild that is going to open it again
   * @return false if a rebuild with a higher number has begun
   */
  boolean close(StoredPromotion stored, long fence) {
    Promotion p = stored.terms();
    String epoch = UUID.randomUUID().toString();
    return ScriptRunner.await(
            startWithAll(
                CLOSE,
                p.promotionId(),
                p.buckets().count(),
                bucket -> {
                  List<Object> args = terms(stored, bucket, epoch);
                  args.addAll(0, List.of(fence, keepUntil(p)));
                  return args;
                }))
        .stream()
        .allMatch(code -> code > 0);
  }

  private List<Object> terms(StoredPromotion stored, int bucket, String epoch) {
    Promotion p = stored.terms();
    Buckets buckets = p.buckets();
    List<Object> terms = new ArrayList<>();
    terms.addAll(List.of("o", buckets.shareOf(p.quota(), bucket)));
    BucketRate rate = BucketRate.of(rates.of(p), buckets, bucket);
    terms.addAll(List.of("rateMax", rate.max(), "rateWindow", rate.windowMillis()));
    // What an address holds apart is none of the bucket's own limits.
    Promotion.Limit.Per per = buckets.holdsApart() ? Promotion.Limit.Per.PIN : p.limit().per();
    terms.addAll(List.of("limitPer", per, "limitMax", p.limit().max()));
    terms.addAll(List.of("limitMaxPin", p.limit().maxPerPin()));
    terms.addAll(List.of("startsAt", p.startsAt().toEpochMilli()));
    terms.addAll(List.of("endsAt", p.endsAt().toEpochMilli()));
    terms.addAll(List.of("stopped", stored.isStopped() ? 1 : 0));
    terms.addAll(List.of("paused", stored.isPaused() ? 1 : 0));
    terms.addAll(List.of("termsVersion", stored.version()));
    terms.addAll(List.of("openedWith", buckets.quota()));
    terms.addAll(List.of("paymentTimeout", p.paymentTimeout().toMillis()));
    if (buckets.isHot()) {
      terms.addAll(
          List.of("quota", buckets.quota(), "buckets", buckets.count(), "a", 0, "epoch", epoch));
    }
    if (buckets.holdsApart()) {
      terms.addAll(List.of("holdsApart", 1));
    }
    return terms;
  }

  /** Milliseconds since 1970 after which nobody needs the record any more. */
  long keepUntil(Promotion p) {
    return p.endsAt().plus(properties.retention()).toEpochMilli();
  }

  /** Ends the sale. Without effect where there is no record. */
  void stop(Promotion p) {
    run(STOP, p.promotionId(), p.buckets().count(), bucket -> List.of());
  }

  /** True if all of it is there, open, and known to be complete. */
  CompletableFuture<Boolean> isComplete(long promotionId) {
    return bucketRecords
        .of(promotionId)
        .thenCompose(
            buckets ->
                start(CHECK, promotionId, buckets.map(Buckets::count).orElse(1), b -> List.of()))
        .thenApply(codes -> codes.stream().allMatch(complete -> complete == 1));
  }

  /** What is left, empty if there is no record, or one of a bucket is missing. */
  Optional<Quota> quota(long promotionId) {
    return ScriptRunner.await(askQuota(promotionId));
  }

  /** The same without waiting for it. */
  CompletableFuture<Optional<Quota>> askQuota(long promotionId) {
    return bucketRecords
        .of(promotionId)
        .thenCompose(
            buckets ->
                buckets
                    .filter(Buckets::isHot)
                    .map(hot -> shared.call(promotionId, () -> quota(promotionId, hot, LOOKS)))
                    .orElseGet(() -> quotaOfOne(promotionId)));
  }

  private CompletableFuture<Optional<Quota>> quotaOfOne(long promotionId) {
    return bucketRecords
        .look(promotionId, 0)
        .thenApply(
            bucket ->
                bucket.code() == BucketState.Code.MISSING
                    ? Optional.empty()
                    : Optional.of(
                        new Quota(
                            Math.toIntExact(bucket.share()),
                            Math.toIntExact(bucket.left()),
                            !bucket.isOpen())));
  }

  private CompletableFuture<Optional<Quota>> quota(long promotionId, Buckets buckets, int looks) {
    return bucketRecords
        .survey(promotionId, buckets)
        .thenCompose(
            survey ->
                looks == 1 || survey.addsUp()
                    ? CompletableFuture.completedFuture(quota(survey))
                    : quota(promotionId, buckets, looks - 1));
  }

  private static Optional<Quota> quota(Survey survey) {
    return survey.any(BucketState.Code.MISSING)
        ? Optional.empty()
        : Optional.of(new Quota(survey.quota(), left(survey, survey.quota()), !survey.allOpen()));
  }

  /** While units move between buckets some may be seen twice or not at all; never are all sold. */
  private static int left(Survey survey, int quota) {
    return Math.toIntExact(
        survey.addsUp()
            ? survey.left()
            : Math.min(Math.max(1, survey.left() + survey.lent()), quota));
  }

  private List<Long> run(
      LuaScript script, long promotionId, int buckets, IntFunction<List<Object>> args) {
    return ScriptRunner.await(start(script, promotionId, buckets, args));
  }

  /** Starts a script for each bucket's record. */
  CompletableFuture<List<Long>> start(
      LuaScript script, long promotionId, int buckets, IntFunction<List<Object>> args) {
    return start(script, buckets, bucket -> List.of(key(promotionId, bucket)), args);
  }

  /** Starts a script for each bucket's record and what lies beside it once. */
  CompletableFuture<List<Long>> startWithAll(
      LuaScript script, long promotionId, int buckets, IntFunction<List<Object>> args) {
    return start(script, buckets, b -> PromotionKeys.of(promotionId, b, namespace).single(), args);
  }

  private CompletableFuture<List<Long>> start(
      LuaScript script,
      int buckets,
      IntFunction<List<String>> keys,
      IntFunction<List<Object>> args) {
    return Replies.all(
        IntStream.range(0, buckets)
            .mapToObj(
                bucket -> ScriptCall.of(script, keys.apply(bucket), args.apply(bucket).toArray()))
            .map(scripts::integer));
  }

  private String key(long promotionId, int bucket) {
    return PromotionKeys.of(promotionId, bucket, namespace).record();
  }
}
