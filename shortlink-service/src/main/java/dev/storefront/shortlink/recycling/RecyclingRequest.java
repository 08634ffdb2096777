package dev.storefront.shortlink.recycling;

import dev.storefront.shortlink.code.Tier;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * What a recycling run is asked for.
 *
 * @param letters how many letters the tier's codes have
 * @param dispatchedOn only segments handed out on that day (UTC); null for all that are due
 * @param scheduled nobody asked for it
 */
record RecyclingRequest(int letters, @Nullable LocalDate dispatchedOn, boolean scheduled) {

  Tier tier() {
    return Tier.of(letters);
  }

  /** By which runs are found that look at all of the tier. */
  String subject() {
    return "tier " + letters + (dispatchedOn == null ? "" : " of a day");
  }
}
