package dev.storefront.flashsale.units;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Work that many want done at the same moment, and that is done once for all of them. */
final class SingleFlight<K, V> {

  private final Map<K, CompletableFuture<V>> underWay = new ConcurrentHashMap<>();

  /** Starts it, or waits for the one that is under way. */
  CompletableFuture<V> join(K key, Supplier<CompletableFuture<V>> work) {
    CompletableFuture<V> mine = new CompletableFuture<>();
    CompletableFuture<V> other = underWay.putIfAbsent(key, mine);
    if (other != null) {
      return other;
    }
    CompletableFuture.completedFuture(key)
        .thenCompose(started -> work.get())
        .whenComplete(
            (value, error) -> {
              underWay.remove(key, mine);
              if (error == null) {
                mine.complete(value);
              } else {
                mine.completeExceptionally(error);
              }
            });
    return mine;
  }
}
