package dev.storefront.benchmarks.shortlink;

import dev.storefront.benchmarks.load.Caller;
import java.io.IOException;

/**
 * Fills one segment a call: it leases all ids of a new one, publishes a link under each, and ends
 * the lease, so that no lease keeps the segment from being recycled. No id comes back by that.
 */
final class SegmentCaller implements Caller {

  /** The ids of a segment, and the links of the largest batch. */
  static final int IDS = 1_000;

  private final LinkDesk desk;
  private final int tier;

  SegmentCaller(LinkDesk desk, int tier) {
    this.desk = desk;
    this.tier = tier;
  }

  @Override
  public boolean call() throws IOException, InterruptedException {
    LinkDesk.Lease lease = desk.lease(tier, IDS);
    boolean confirmed = desk.publish(lease, lease.ids());
    desk.release(lease);
    return confirmed;
  }

  @Override
  public void close() {
    // The desk is shared.
  }
}
