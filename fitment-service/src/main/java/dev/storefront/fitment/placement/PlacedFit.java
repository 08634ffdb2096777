package dev.storefront.fitment.placement;

/**
 * What Redis says of a SKU and some vehicles.
 *
 * @param status whether it is there at all
 * @param fits for each vehicle, in the order they were asked for
 */
public record PlacedFit(Status status, boolean[] fits) {

  /** Whether Redis has the SKU where it was looked for. */
  public enum Status {
    /** It has. */
    KNOWN,
    /** It has, and it fits everything. */
    UNIVERSAL,
    /** Never written, moved away or lost: only MySQL can tell. */
    ABSENT
  }
}
