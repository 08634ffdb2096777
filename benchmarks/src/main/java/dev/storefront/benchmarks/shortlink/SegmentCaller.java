package dev.storefront.benchmarks.shortlink;

import dev.storefront.benchmarks.load.Caller;
import java.io.IOException;

/**
 * Fills one segment a call: it leases all ids of a new one, publishes a link under each in a few
 * batches, and ends the lease, which else would keep the segment from being recycled for more than
 * twelve minutes. No id comes back by that, for each has a link.
 */
final class SegmentCaller implements Caller {

  /** Of a segment. */
  static final int IDS = 1_000;

  /** Links of a batch. */
  static final int BATCH = 200;

  private final LinkDesk desk;
  private final int tier;

  SegmentCaller(LinkDesk desk, int tier) {
    this.desk = desk;
    this.tier = tier;
  }

  @Override
  public boolean call() throws IOException, InterruptedException {
    LinkDesk.Lease lease = desk.lease(tier, IDS);
    boolean confirmed = true;
    for (int from = 0; from < IDS; from += BATCH) {
      confirmed &= desk.publishAtLast(lease, lease.ids().subList(from, from + BATCH));
    }
    desk.release(lease);
    return confirmed;
  }

  @Override
  public void close() {
    // The desk is shared.
  }
}
