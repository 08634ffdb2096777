package dev.storefront.benchmarks.shortlink;

import dev.storefront.benchmarks.load.Caller;
import java.io.IOException;
import java.util.List;

/** Publishes one batch a call, and leases further ids whenever its own are used up. */
final class BatchCaller implements Caller {

  /** As many ids as it leases at once. */
  static final int LEASE = 10_000;

  private final LinkDesk desk;
  private final int tier;
  private final int links;
  private LinkDesk.Lease lease = new LinkDesk.Lease("", 0, List.of());
  private int used;

  /**
   * @param links of a batch, of which a lease is a multiple
   */
  BatchCaller(LinkDesk desk, int tier, int links) {
    this.desk = desk;
    this.tier = tier;
    this.links = links;
  }

  @Override
  public boolean call() throws IOException, InterruptedException {
    if (used == lease.ids().size()) {
      lease = desk.lease(tier, LEASE);
      used = 0;
    }
    List<Long> batch = lease.ids().subList(used, used + links);
    used += links;
    return desk.publish(lease, batch);
  }

  @Override
  public void close() throws IOException, InterruptedException {
    if (!lease.ids().isEmpty()) {
      desk.release(lease);
    }
  }
}
