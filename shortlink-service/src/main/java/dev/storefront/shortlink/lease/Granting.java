package dev.storefront.shortlink.lease;

/** How a request for a lease ends. */
public sealed interface Granting {

  /** Here it is, the same one for a repeated request. */
  record Granted(Lease lease) implements Granting {}

  /** The request id was used before, for another tier or count. */
  record RequestIdTaken() implements Granting {}

  /** It was handed back, or the segment of some ids has gone on; another request gets others. */
  record Stale() implements Granting {}

  /** Every id of the tier is in use. */
  record TierExhausted() implements Granting {}
}
