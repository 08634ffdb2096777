package dev.storefront.shortlink.sdk;

import dev.storefront.shortlink.sdk.ServiceApi.Item;
import dev.storefront.shortlink.sdk.ServiceApi.Result;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/** Takes waiting links in batches, gives each an id and publishes them. One thread's work. */
final class Publisher implements Runnable {

  private static final int MOST_LEASES = 3;

  private final BlockingQueue<Pending> queue;
  private final Allocator ids;
  private final ServiceApi api;
  private final ShortLinkOptions options;
  private final BooleanSupplier closing;

  /**
   * @param closing true once no link will be added any more
   */
  Publisher(
      BlockingQueue<Pending> queue,
      Allocator ids,
      ServiceApi api,
      ShortLinkOptions options,
      BooleanSupplier closing) {
    this.queue = queue;
    this.ids = ids;
    this.api = api;
    this.options = options;
    this.closing = closing;
  }

  @Override
  public void run() {
    try {
      while (!closing.getAsBoolean() || !queue.isEmpty()) {
        List<Pending> batch =
            Batches.next(queue, options.batches().size(), options.batches().linger());
        if (!batch.isEmpty()) {
          publish(batch, 1);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A link with its id, which nobody has heard of yet. */
  private record Numbered(Pending pending, FreshLink fresh) {}

  private void publish(List<Pending> batch, int leasesTried) {
    Map<Lease, List<Numbered>> byLease = new LinkedHashMap<>();
    for (int n = 0; n < batch.size(); n++) {
      try {
        FreshLink fresh = ids.next();
        byLease
            .computeIfAbsent(fresh.lease(), lease -> new ArrayList<>())
            .add(new Numbered(batch.get(n), fresh));
      } catch (RuntimeException e) {
        // The others would wait as long, one after the other, to hear the same.
        ShortLinkException failure = ShortLinkException.of(e);
        batch.subList(n, batch.size()).forEach(p -> p.result().completeExceptionally(failure));
        break;
      }
    }
    byLease.forEach((lease, links) -> publish(lease, links, leasesTried));
  }

  private void publish(Lease lease, List<Numbered> links, int leasesTried) {
    List<Item> items =
        links.stream().map(l -> new Item(l.fresh().id(), l.pending().url(), false)).toList();
    AtomicBoolean doubt = new AtomicBoolean();
    try {
      List<Result> results = api.publish(lease.terms(), items, doubt).join();
      for (int i = 0; i < links.size(); i++) {
        if (results.get(i) instanceof Result.Failed failed && failed.isOfTarget() && !doubt.get()) {
          ids.giveBack(links.get(i).fresh());
        }
        complete(links.get(i).pending(), results.get(i));
      }
    } catch (CompletionException e) {
      if (e.getCause() instanceof RefusedException refused && refused.isOfLease()) {
        ids.discard(lease);
        if (leasesTried < MOST_LEASES) {
          publish(links.stream().map(Numbered::pending).toList(), leasesTried + 1);
          return;
        }
      }
      if (isOfCall(e) && !doubt.get()) {
        links.forEach(link -> ids.giveBack(link.fresh()));
      }
      fail(links, e);
    } catch (RuntimeException e) {
      fail(links, e);
    }
  }

  /** A refusal, or attempts that had no answer; any other failure came after the answer. */
  private static boolean isOfCall(CompletionException failed) {
    return failed.getCause() instanceof ShortLinkException;
  }

  private static void fail(List<Numbered> links, RuntimeException error) {
    ShortLinkException failure = ShortLinkException.of(error);
    links.forEach(link -> link.pending().result().completeExceptionally(failure));
  }

  private static void complete(Pending pending, Result result) {
    if (result instanceof Result.Done done) {
      pending.result().complete(done.link());
    } else if (result instanceof Result.Failed failed) {
      pending
          .result()
          .completeExceptionally(new ShortLinkException(failed.code(), failed.detail()));
    }
  }
}
