package dev.storefront.flashsale.units;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.redis.ScriptCall;
import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.flashsale.promotion.PromotionKeys;
import dev.storefront.lua.LuaScript;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Component;

/**
 * Moves units between the buckets of a promotion, which lie in several slots: lend, receive,
 * settle. Whoever dies in between leaves a loan that anybody completes, and each step may be
 * repeated, however late.
 */
@Component
class Loans {

  private static final LuaScript LEND = LuaScript.load("flashsale/lendUnits");
  private static final LuaScript RECEIVE = LuaScript.load("flashsale/receiveUnits");
  private static final LuaScript SETTLE = LuaScript.load("flashsale/settleLoan");

  private final ScriptRunner scripts;
  private final RedisClusterAccess cluster;
  private final Namespace namespace;
  private final Clock clock;

  Loans(ScriptRunner scripts, RedisClusterAccess cluster, Namespace namespace, Clock clock) {
    this.scripts = scripts;
    this.cluster = cluster;
    this.namespace = namespace;
    this.clock = clock;
  }

  /**
   * Takes units out of a bucket for another one: as many as are needed, or half of what there is.
   *
   * @return the loan to be completed, which may be an earlier one; empty if there is nothing
   */
  CompletableFuture<Optional<Loan>> lend(
      long promotionId, int from, int to, long needed, String epoch) {
    PromotionKeys keys = PromotionKeys.of(promotionId, from, namespace);
    long now = clock.millis();
    return scripts
        .list(ScriptCall.of(LEND, List.of(keys.record(), keys.lent()), now, to, needed, epoch))
        .thenApply(
            reply ->
                switch (LEND.code(LoanCode.class, (Long) reply.get(0))) {
                  case LENT, UNDER_WAY ->
                      Optional.of(
                          new Loan(
                              promotionId,
                              from,
                              to,
                              (Long) reply.get(1),
                              (Long) reply.get(2),
                              now,
                              epoch));
                  case NOTHING_LEFT, NOT_OPEN -> Optional.empty();
                });
  }

  /**
   * Brings a loan's units to where they go and settles it: who looks afterwards does not find it on
   * its way. One that cannot be settled now is there all the same; the next look or the sweep
   * settles it.
   *
   * @return true if its units are there now, or have been before; false if the loan is void
   */
  CompletableFuture<Boolean> complete(Loan loan) {
    return receive(loan)
        .thenCompose(
            received ->
                received
                    ? settle(loan).handle((settled, failure) -> true)
                    : CompletableFuture.completedFuture(false));
  }

  CompletableFuture<Boolean> receive(Loan loan) {
    PromotionKeys keys = PromotionKeys.of(loan.promotionId(), loan.to(), namespace);
    return scripts
        .integer(
            ScriptCall.of(
                RECEIVE,
                List.of(keys.record(), keys.received()),
                loan.from(),
                loan.number(),
                loan.units(),
                loan.epoch()))
        .thenApply(received -> received == 1);
  }

  CompletableFuture<Boolean> settle(Loan loan) {
    PromotionKeys keys = PromotionKeys.of(loan.promotionId(), loan.from(), namespace);
    return scripts
        .integer(
            ScriptCall.of(
                SETTLE,
                List.of(keys.record(), keys.lent()),
                loan.to(),
                loan.number(),
                loan.epoch()))
        .thenApply(settled -> settled == 1);
  }

  /** Loans of a bucket that are not settled. */
  CompletableFuture<List<Loan>> unsettled(long promotionId, int from) {
    byte[] key =
        PromotionKeys.of(promotionId, from, namespace).lent().getBytes(StandardCharsets.UTF_8);
    return cluster
        .call(c -> c.hgetall(key))
        .thenApply(
            notes ->
                notes.entrySet().stream()
                    .map(n -> Loan.decode(promotionId, from, n.getKey(), n.getValue()))
                    .filter(loan -> loan.units() > 0)
                    .toList());
  }
}
