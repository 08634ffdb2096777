package dev.storefront.shortlink.sdk;

/**
 * A link without a target yet, that nobody else has: it leads nowhere until it is published, and
 * has to be published before its lease ends.
 */
public final class FreshLink {

  private final Lease lease;
  private final long id;

  FreshLink(Lease lease, long id) {
    this.lease = lease;
    this.id = id;
  }

  Lease lease() {
    return lease;
  }

  /** The leased number behind the code. */
  public long id() {
    return id;
  }

  /** Its code and short URL. */
  public ShortLink link() {
    return lease.link(id);
  }
}
