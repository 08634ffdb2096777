package dev.storefront.shortlink.sdk;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Makes short links. Ids come from a lease in memory, links travel in batches, so that a link costs
 * a fraction of a request. Safe for any number of threads; make one and keep it.
 *
 * <pre>{@code
 * try (ShortLinkClient links = new ShortLinkClient(ShortLinkOptions.of(service, token))) {
 *   links.shorten("https://www.example.com/brake-pads").thenAccept(link -> send(link.shortUrl()));
 * }
 * }</pre>
 */
public final class ShortLinkClient implements AutoCloseable {

  private static final Duration LONGEST_CLOSING = Duration.ofSeconds(30);

  private final BlockingQueue<Pending> queue;
  private final List<Thread> publishers = new ArrayList<>();
  private final Allocator ids;
  private final ServiceApi api;
  private volatile boolean closed;

  /** Starts the client; nothing is asked of the service before the first link. */
  public ShortLinkClient(ShortLinkOptions options) {
    this(options, new ArrayBlockingQueue<>(options.queueCapacity()));
  }

  /**
   * @param queue where links wait, empty and bounded
   */
  ShortLinkClient(ShortLinkOptions options, BlockingQueue<Pending> queue) {
    this.queue = queue;
    this.api = new ServiceApi(options);
    this.ids = new Allocator(api::lease);
    for (int n = 1; n <= options.publishers(); n++) {
      Publisher publisher = new Publisher(queue, ids, api, options, () -> closed);
      Thread thread = new Thread(publisher, "short-links-" + n);
      thread.setDaemon(true);
      thread.start();
      publishers.add(thread);
    }
  }

  /**
   * Makes a link; returns at once.
   *
   * @param url the target, http or https
   * @return the link once the service has it; fails with a {@link ShortLinkException} that says why
   */
  public CompletableFuture<ShortLink> shorten(String url) {
    CompletableFuture<ShortLink> result = new CompletableFuture<>();
    Pending pending = new Pending(url, result);
    if (closed) {
      failClosed(pending);
    } else if (!queue.offer(pending)) {
      result.completeExceptionally(
          new ShortLinkException(
              ShortLinkException.QUEUE_FULL, "Too many links wait to be published"));
    } else if (closed && queue.remove(pending)) {
      // Closed meanwhile, and perhaps nobody looks into the queue any more.
      failClosed(pending);
    }
    return result;
  }

  /** Publishes what waits, then hands back the ids that were not needed. */
  @Override
  public void close() {
    closed = true;
    boolean published = joinPublishers();
    failWaiting();
    if (published) {
      ids.close().forEach(this::handBack);
    }
  }

  private boolean joinPublishers() {
    long end = System.nanoTime() + LONGEST_CLOSING.toNanos();
    try {
      for (Thread publisher : publishers) {
        publisher.join(Math.max(1, (end - System.nanoTime()) / 1_000_000));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    publishers.forEach(Thread::interrupt);
    return publishers.stream().noneMatch(Thread::isAlive);
  }

  private void failWaiting() {
    Pending pending = queue.poll();
    while (pending != null) {
      failClosed(pending);
      pending = queue.poll();
    }
  }

  private static void failClosed(Pending pending) {
    pending
        .result()
        .completeExceptionally(
            new ShortLinkException(
                ShortLinkException.CLOSED, "The client was closed before this was published"));
  }

  private void handBack(Lease lease) {
    if (lease.isOver()) {
      return;
    }
    try {
      api.release(lease).join();
    } catch (CompletionException staysOut) {
      // It ends by itself; its ids come back with their segment.
    }
  }
}
