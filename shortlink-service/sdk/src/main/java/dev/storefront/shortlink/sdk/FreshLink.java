package dev.storefront.shortlink.sdk;

import org.jspecify.annotations.Nullable;

/**
 * A link without a target yet, that nobody else has: it leads nowhere until it is published, and
 * has to be published before its lease ends.
 */
public final class FreshLink {

  private final Lease lease;
  private final int index;
  private @Nullable String target;

  /**
   * @param index of its id in the lease
   */
  FreshLink(Lease lease, int index) {
    this.lease = lease;
    this.index = index;
  }

  Lease lease() {
    return lease;
  }

  /** The same without a target, for somebody else. */
  FreshLink renewed() {
    return new FreshLink(lease, index);
  }

  /**
   * Publishes it: again with the same target, too, but never with another.
   *
   * @throws ShortLinkException if it has another target
   */
  synchronized void publish(String url, Runnable publishing) {
    if (target != null && !target.equals(url)) {
      throw new ShortLinkException(
          ShortLinkException.ALREADY_PUBLISHED, "The link has another target already");
    }
    publishing.run();
    target = url;
  }

  /** The leased number behind the code. */
  public long id() {
    return lease.id(index);
  }

  /** Its code and short URL. */
  public ShortLink link() {
    String code = lease.code(index);
    return new ShortLink(id(), code, lease.terms().shortUrlPrefix() + code);
  }
}
