package dev.storefront.common.redis;

import dev.storefront.common.health.BackendUnavailableException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Tells a Redis that is away from a command that is wrong. */
final class RedisFaults {

  /**
   * Replies of a node that will serve again later, or take writes again; of redirects and unknown
   * scripts only those come this far that were too many at once, as slots moved.
   */
  private static final List<String> LATER =
      List.of(
          "CLUSTERDOWN",
          "LOADING",
          "TRYAGAIN",
          "MOVED ",
          "ASK ",
          "MASTERDOWN",
          "BUSY ",
          "OOM ",
          "READONLY",
          "MISCONF",
          "NOREPLICAS",
          "NOSCRIPT ");

  /** Replies of a node that has not, or not all of, what a command is about. */
  private static final List<String> REDIRECTS = List.of("MOVED ", "ASK ", "TRYAGAIN");

  private RedisFaults() {}

  /**
   * What a caller should see: {@link BackendUnavailableException} where Redis is away or late, the
   * error itself otherwise.
   *
   * @param backend what health calls the cluster
   */
  static RuntimeException translate(String backend, Throwable error) {
    Throwable cause = causeOf(error);
    if (cause instanceof RedisCommandTimeoutException || cause instanceof TimeoutException) {
      return new BackendUnavailableException(backend, true, cause);
    }
    if (cause instanceof RedisCommandExecutionException) {
      return isLater(cause.getMessage())
          ? new BackendUnavailableException(backend, false, cause)
          : (RuntimeException) cause;
    }
    if (cause instanceof RedisException || cause instanceof IOException) {
      // Connection lost: a command that was already written may have run.
      return new BackendUnavailableException(backend, true, cause);
    }
    return cause instanceof RuntimeException runtime ? runtime : new CompletionException(cause);
  }

  /** True for Lettuce's own exceptions that mean absence; what wraps them is looked through. */
  static boolean isAbsence(Throwable error) {
    if (error instanceof RedisCommandExecutionException) {
      return isLater(error.getMessage());
    }
    return error instanceof RedisException;
  }

  /** True for what only a client that knows the whole cluster can answer. */
  static boolean isRedirect(Throwable error) {
    return error instanceof RedisCommandExecutionException
        && startsWith(error.getMessage(), REDIRECTS);
  }

  static Throwable causeOf(Throwable error) {
    Throwable cause = error;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  private static boolean isLater(@Nullable String message) {
    return startsWith(message, LATER);
  }

  private static boolean startsWith(@Nullable String message, List<String> any) {
    return message != null && any.stream().anyMatch(message::startsWith);
  }
}
