package dev.storefront.common.health;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** Waits for what backing servers reply. */
public final class Replies {

  private Replies() {}

  /**
   * The value of a reply that ends by itself, because who gave it has put a time-out on it, as the
   * clients of Redis and HBase here do.
   *
   * @throws RuntimeException what the reply failed with, without wrapping
   */
  public static <T> T await(CompletableFuture<T> reply) {
    try {
      return reply.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  /** The values of several replies in their order; fails if one does, once all have come. */
  public static <T> CompletableFuture<List<T>> all(Stream<CompletableFuture<T>> replies) {
    List<CompletableFuture<T>> asked = replies.toList();
    return CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new))
        .thenApply(done -> asked.stream().map(CompletableFuture::join).toList());
  }

  /**
   * The value of a reply that may take for ever.
   *
   * @param backend the backing server's name as health shows it
   * @throws BackendUnavailableException if it failed or did not come in time; what was asked for
   *     may have happened then
   */
  public static <T> T await(String backend, CompletionStage<T> reply, Duration atMost) {
    try {
      return reply.toCompletableFuture().get(atMost.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BackendUnavailableException(backend, true, e);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      throw new BackendUnavailableException(backend, true, cause == null ? e : cause);
    } catch (TimeoutException e) {
      throw new BackendUnavailableException(backend, true, e);
    }
  }
}
