package dev.storefront.shortlink.lease;

import dev.storefront.shortlink.code.Tier;
import java.util.Map;

/** How a claim to publish under a lease's ids ends. */
public sealed interface Claiming {

  /**
   * The ids that are the lease's.
   *
   * @param generations the generation of each; an id that is not the lease's is absent
   */
  record Claimed(Tier tier, Map<Long, Integer> generations) implements Claiming {}

  /** The lease has run out, was handed back, or the epoch is not its own. */
  record Stale() implements Claiming {}

  /** The caller has no such lease. */
  record Unknown() implements Claiming {}
}
