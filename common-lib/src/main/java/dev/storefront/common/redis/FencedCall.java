package dev.storefront.common.redis;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.api.async.RedisAdvancedClusterAsyncCommands;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * One call of a script that runs only on a process of Redis that has everything, as far as that is
 * not in doubt.
 */
final class FencedCall<T> {

  private static final int MOST_LOOKS = 4;

  private final FallbackDetector detector;
  private final RedisAdvancedClusterAsyncCommands<byte[], byte[]> commands;
  private final ScriptCall call;
  private final ScriptOutputType type;
  private final int slot;

  FencedCall(
      FallbackDetector detector,
      RedisAdvancedClusterAsyncCommands<byte[], byte[]> commands,
      ScriptCall call,
      ScriptOutputType type) {
    this.detector = detector;
    this.commands = commands;
    this.call = call;
    this.type = type;
    slot = call.slot();
  }

  /** Makes it; looks at the slot's node before if that has not been done lately. */
  CompletableFuture<T> run() {
    Known known = detector.fresh(slot);
    if (known == null) {
      return admitted();
    }
    return evaluate(known)
        .exceptionallyCompose(
            error -> isUnknown(error) ? admitted() : CompletableFuture.failedFuture(error));
  }

  private CompletableFuture<T> admitted() {
    return onOwner()
        .exceptionallyCompose(
            error -> isElsewhere(error) ? everywhere(1) : CompletableFuture.failedFuture(error))
        .orTimeout(detector.patience().toMillis(), TimeUnit.MILLISECONDS);
  }

  /**
   * Through the connection of the look: whoever flushes scripts again meanwhile holds nobody up.
   */
  private CompletableFuture<T> onOwner() {
    return detector
        .look(slot)
        .thenCompose(
            look -> {
              NodeConnection owner = look.primary();
              Known known = detector.known();
              return owner == null || known == null || known.generation() != look.generation()
                  ? CompletableFuture.failedFuture(
                      new RedisNoScriptException("NOSCRIPT Not looked at in this generation"))
                  : owner.<T>run(
                      detector.fenced(call.script(), known), type, call.keys(), args(known));
            });
  }

  /** More than one look is needed while slots move, or while a new generation begins. */
  private CompletableFuture<T> everywhere(int look) {
    return detector
        .admitEverywhere(call.script())
        .thenCompose(this::evaluate)
        .exceptionallyCompose(
            error ->
                isUnknown(error) && look < MOST_LOOKS
                    ? everywhere(look + 1)
                    : CompletableFuture.failedFuture(error));
  }

  private CompletableFuture<T> evaluate(Known known) {
    String sha1 = detector.fenced(call.script(), known).sha1();
    return commands.<T>evalsha(sha1, type, call.keys(), args(known)).toCompletableFuture();
  }

  private byte[][] args(Known known) {
    known.require(call);
    return call.fencedBy(known.generation(), known.floor(slot));
  }

  /** True if another node has the slot, or it is on the move, or another generation has begun. */
  private static boolean isElsewhere(Throwable error) {
    return isUnknown(error) || RedisFaults.isRedirect(RedisFaults.causeOf(error));
  }

  /** True if the process that answered does not know the script. */
  static boolean isUnknown(Throwable error) {
    return RedisFaults.causeOf(error) instanceof RedisNoScriptException;
  }
}
