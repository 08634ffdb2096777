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
    /** Never written, moved away, lost or in doubt: only MySQL can tell. */
    ABSENT,
    /** The node that has it is away, or was not asked because it hangs. */
    UNREACHED
  }
}
