package dev.storefront.shortlink.sdk;

import static java.util.Objects.requireNonNull;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Makes short links. Ids come from a lease in memory, links travel in batches, so that a link costs
 * a fraction of a request. Safe for any number of threads; make one and keep it.
 *
 * <pre>{@code
 * try (ShortLinkClient links = new ShortLinkClient(ShortLinkOptions.of(service, token))) {
 *   links.shorten("https://www.example.com/brake-pads").thenAccept(link -> send(link.shortUrl()));
 *   send(links.shortenNow("https://www.example.com/filters").shortUrl());
 * }
 * }</pre>
 *
 * <p>{@link #shorten} tells the link once the service has it. {@link #shortenNow} tells it at once
 * and publishes it behind the caller, however long the service is away, until its lease ends.
 */
public final class ShortLinkClient implements AutoCloseable {

  private static final Duration LONGEST_CLOSING = Duration.ofSeconds(30);
  private static final long LEAST_RELEASING_NANOS = 1_000_000_000;

  /** Requests of links that somebody waits for, under way at the same time. */
  private static final int PUBLISHERS = 2;

  private final BlockingQueue<Pending> queue;
  private final ShortLinkOptions.Queueing queueing;
  private final List<Thread> publishers = new ArrayList<>();
  private final Allocator ids;
  private final ServiceApi api;
  private final BackgroundPublisher background;
  private volatile boolean closed;

  /**
   * Starts the client; nothing is asked of the service before the first link, or what the journal
   * has of a client before.
   *
   * @throws java.io.UncheckedIOException if the journal cannot be read
   * @throws IllegalStateException if another client has it
   */
  public ShortLinkClient(ShortLinkOptions options) {
    this(options, new ArrayBlockingQueue<>(options.queue().capacity()));
  }

  /**
   * @param queue where links wait, empty and bounded
   */
  ShortLinkClient(ShortLinkOptions options, BlockingQueue<Pending> queue) {
    this.queue = queue;
    this.queueing = options.queue();
    this.api = new ServiceApi(options);
    this.ids = new Allocator(new Reserve(options.leaseSize(), System::nanoTime), api::lease);
    // Before any thread starts: the journal may be another client's.
    this.background =
        new BackgroundPublisher(api, options, Clock.systemUTC(), () -> closed, ids::discard);
    for (int n = 1; n <= PUBLISHERS; n++) {
      start(new Publisher(queue, ids, api, options, () -> closed), "short-links-" + n);
    }
    start(background, "short-links-background");
  }

  private void start(Runnable publisher, String name) {
    Thread thread = new Thread(publisher, name);
    thread.setDaemon(true);
    thread.start();
    publishers.add(thread);
  }

  /**
   * A link that nobody else has, for {@link #publish}. Costs no call as long as there are leased
   * ids: those of half a lease at least, and of ten minutes at the rate of the last lease, also
   * while the service is away.
   *
   * @throws ShortLinkException if there is none, and no lease can be had, or the client is closed;
   *     a {@link RefusedException} if the service refuses it, because of the token say
   */
  public FreshLink next() {
    if (closed) {
      throw ShortLinkException.closed();
    }
    return ids.next();
  }

  /**
   * Has a link lead to its target, soon and without being waited for, but for room in a {@linkplain
   * ShortLinkOptions#withBlockingQueue queue that blocks}. With a journal this survives the end of
   * the process, not of the machine.
   *
   * @param url the target, http or https; what the service refuses is told as a {@link VoidLink}
   * @throws ShortLinkException if too many wait already, the journal cannot be written, the link
   *     has another target, or the client is closed
   */
  public void publish(FreshLink link, String url) {
    requireNonNull(url, "url");
    if (closed) {
      throw ShortLinkException.closed();
    }
    link.publish(url, () -> background.add(link, url));
  }

  /**
   * {@link #next} and {@link #publish} in one: the link can be given away at once.
   *
   * @throws ShortLinkException as these two do; then no link was given away
   */
  public ShortLink shortenNow(String url) {
    requireNonNull(url, "url"); // before there is a link that leads nowhere
    FreshLink link = next();
    try {
      publish(link, url);
    } catch (ShortLinkException refused) {
      ids.giveBack(link); // nobody knows of it: not the journal either
      throw refused;
    }
    return link.link();
  }

  /**
   * Makes a link; returns at once, but for a {@linkplain ShortLinkOptions#withBlockingQueue queue
   * that blocks}.
   *
   * @param url the target, http or https
   * @return the link once the service has it; fails with a {@link ShortLinkException} that says
   *     why, a {@link RefusedException} if the service refused the call
   */
  public CompletableFuture<ShortLink> shorten(String url) {
    requireNonNull(url, "url"); // else the service would refuse the batch, and others with it
    CompletableFuture<ShortLink> result = new CompletableFuture<>();
    Pending pending = new Pending(url, result);
    if (closed) {
      failClosed(pending);
    } else if (!queueing.enter(
        () -> queue.offer(pending), (time, unit) -> queue.offer(pending, time, unit))) {
      result.completeExceptionally(ShortLinkException.queueFull());
    } else if (closed && queue.remove(pending)) {
      // Closed meanwhile, and perhaps nobody looks into the queue any more.
      failClosed(pending);
    }
    return result;
  }

  /**
   * Publishes what waits, for half a minute at most, then hands back the ids that were not needed.
   * What could not be published stays in the journal; without one it is void.
   */
  @Override
  public void close() {
    closed = true;
    long end = System.nanoTime() + LONGEST_CLOSING.toNanos();
    boolean published = joinPublishers(end);
    failWaiting();
    boolean isAllPublished = background.close() && published;
    // In any case: nothing is leased any more.
    List<Lease> leases = ids.close(end);
    if (isAllPublished) {
      handBack(leases, end);
    }
  }

  private boolean joinPublishers(long end) {
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
    List<Pending> waiting = new ArrayList<>();
    queue.drainTo(waiting);
    waiting.forEach(ShortLinkClient::failClosed);
  }

  private static void failClosed(Pending pending) {
    pending.result().completeExceptionally(ShortLinkException.closed());
  }

  /** All at once. What is not handed back in time ends by itself; its ids come back then. */
  private void handBack(List<Lease> leases, long end) {
    CompletableFuture<?>[] releases =
        leases.stream()
            .filter(lease -> !lease.isOver())
            .map(api::release)
            .toArray(CompletableFuture[]::new);
    try {
      CompletableFuture.allOf(releases)
          .get(Math.max(LEAST_RELEASING_NANOS, end - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException staysOut) {
      // As said above.
    }
  }
}
