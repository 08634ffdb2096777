package dev.storefront.flashsale;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Questions that many have at the same moment. An answer may be old for who comes while it is being
 * found: those who come in between share the next one.
 */
public final class NextAnswer<K, V> {

  private final Map<K, Asked<V>> underWay = new ConcurrentHashMap<>();

  /**
   * @param next of all who came since {@code now} was begun, null if nobody did
   */
  private record Asked<V>(CompletableFuture<V> now, CompletableFuture<V> next, boolean wanted) {

    private static <V> Asked<V> begun(CompletableFuture<V> now) {
      return new Asked<>(now, new CompletableFuture<>(), false);
    }
  }

  /** An answer to a question that is asked after this call. */
  public CompletableFuture<V> ask(K key, Supplier<CompletableFuture<V>> question) {
    CompletableFuture<V> mine = new CompletableFuture<>();
    Asked<V> asked =
        underWay.compute(
            key,
            (k, other) ->
                other == null ? Asked.begun(mine) : new Asked<>(other.now(), other.next(), true));
    if (asked.now() == mine) {
      begin(key, mine, question);
      return mine;
    }
    return asked.next();
  }

  private void begin(K key, CompletableFuture<V> answer, Supplier<CompletableFuture<V>> question) {
    CompletableFuture.completedFuture(key)
        .thenCompose(started -> question.get())
        .whenComplete(
            (value, error) -> {
              beginNext(key, question);
              if (error == null) {
                answer.complete(value);
              } else {
                answer.completeExceptionally(error);
              }
            });
  }

  private void beginNext(K key, Supplier<CompletableFuture<V>> question) {
    Asked<V> asked =
        underWay.computeIfPresent(
            key, (k, done) -> done.wanted() ? Asked.begun(done.next()) : null);
    if (asked != null) {
      begin(key, asked.now(), question);
    }
  }
}
