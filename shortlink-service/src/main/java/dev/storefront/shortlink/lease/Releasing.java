package dev.storefront.shortlink.lease;

import dev.storefront.shortlink.code.IdRange;
import java.util.List;

/** How handing a lease back ends. */
public sealed interface Releasing {

  /** These ids are free again. */
  record Released(List<IdRange> unused) implements Releasing {}

  /** It has run out: its ids come back by themselves. */
  record Stale() implements Releasing {}

  /** The caller has no such lease. */
  record Unknown() implements Releasing {}
}
