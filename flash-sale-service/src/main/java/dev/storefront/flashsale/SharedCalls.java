package dev.storefront.flashsale;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * Calls that many make at the same moment, and that one command can make together. What a command
 * under way says may be old for who comes meanwhile: those who do share the next one.
 */
public final class SharedCalls<K, T, R> {

  /** About as many as may be under way at all: so a call waits for two commands at most. */
  private static final int MOST_AT_ONCE = 1_024;

  private final BiFunction<K, List<T>, CompletableFuture<List<R>>> command;

  /** Who came since a command of the key was begun; there is no entry while none is under way. */
  private final Map<K, List<Call<T, R>>> waiting = new ConcurrentHashMap<>();

  /**
   * @param command makes calls of a key, and answers each in its place
   */
  public SharedCalls(BiFunction<K, List<T>, CompletableFuture<List<R>>> command) {
    this.command = command;
  }

  /** Calls that are one question, whoever asks: all of a key who share it get the same answer. */
  public static <K, V> SharedCalls<K, Supplier<CompletableFuture<V>>, V> ofOneAnswer() {
    return new SharedCalls<>(
        (key, questions) ->
            questions
                .get(0)
                .get()
                .thenApply(answer -> Collections.nCopies(questions.size(), answer)));
  }

  private record Call<T, R>(T item, CompletableFuture<R> answer) {}

  /** The answer of a command that begins after this call, or what that failed with. */
  public CompletableFuture<R> call(K key, T item) {
    Call<T, R> call = new Call<>(item, new CompletableFuture<>());
    List<Call<T, R>> none = new ArrayList<>();
    List<Call<T, R>> others =
        waiting.compute(
            key,
            (k, sinceBegun) -> {
              if (sinceBegun == null) {
                return none;
              }
              sinceBegun.add(call);
              return sinceBegun;
            });
    if (others == none) {
      make(key, List.of(call));
    }
    return call.answer();
  }

  private void make(K key, List<Call<T, R>> calls) {
    CompletableFuture.completedFuture(calls.stream().map(Call::item).toList())
        .thenCompose(items -> command.apply(key, items))
        .whenComplete(
            (answers, error) -> {
              makeNext(key);
              for (int i = 0; i < calls.size(); i++) {
                if (error == null) {
                  calls.get(i).answer().complete(answers.get(i));
                } else {
                  calls.get(i).answer().completeExceptionally(error);
                }
              }
            });
  }

  private void makeNext(K key) {
    List<Call<T, R>> next = new ArrayList<>();
    waiting.computeIfPresent(
        key,
        (k, sinceBegun) -> {
          next.addAll(sinceBegun.subList(0, Math.min(MOST_AT_ONCE, sinceBegun.size())));
          return next.isEmpty()
              ? null
              : new ArrayList<>(sinceBegun.subList(next.size(), sinceBegun.size()));
        });
    if (!next.isEmpty()) {
      make(key, next);
    }
  }
}
