package dev.storefront.shortlink.sdk;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * Sends requests, each from a thread that waits for its reply and reads it. The client's own {@code
 * sendAsync} has a reply read in the common pool of the JVM, and where that has one thread, by a
 * new thread for each reply.
 */
final class Exchanges {

  private final Duration timeout;
  private final ExecutorService threads = Executors.newCachedThreadPool(Exchanges::thread);
  private final HttpClient http;

  /**
   * @param timeout of a connection, and half of the time after which a reply has to be complete
   */
  Exchanges(Duration timeout) {
    this.timeout = timeout;
    this.http = HttpClient.newBuilder().connectTimeout(timeout).executor(threads).build();
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "short-links-http");
    thread.setDaemon(true);
    return thread;
  }

  /** What a request's reply is read as; returns at once. */
  <T> CompletableFuture<T> send(HttpRequest request, Function<HttpResponse<byte[]>, T> reader) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    Future<?> exchange =
        threads.submit(
            () -> {
              try {
                answer.complete(reader.apply(http.send(request, BodyHandlers.ofByteArray())));
              } catch (Throwable e) {
                answer.completeExceptionally(e);
              }
            });
    // The request's own time-out ends with the headers; the body may never come.
    return answer
        .orTimeout(2 * timeout.toMillis(), TimeUnit.MILLISECONDS)
        .whenComplete(
            (reply, error) -> {
              if (error instanceof TimeoutException) {
                exchange.cancel(true);
              }
            });
  }
}
