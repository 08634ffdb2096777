package dev.storefront.history.deletion;

/**
 * A place among all deletions that the database knows, clearings first, each in the order of their
 * last changes.
 *
 * @param clearings true among the clearings, false among the deletions of SKUs
 * @param start the first time that is of interest, epoch milliseconds
 * @param time of the last one before this place, epoch milliseconds
 * @param user likewise
 * @param skuId likewise
 */
public record DeletionPlace(boolean clearings, long start, long time, String user, long skuId) {

  /** Before all that changed at or after a time, epoch milliseconds. */
  public static DeletionPlace since(long start) {
    return new DeletionPlace(true, start, start, "", 0);
  }

  DeletionPlace at(long newTime, String newUser, long newSkuId) {
    return new DeletionPlace(clearings, start, newTime, newUser, newSkuId);
  }

  DeletionPlace afterClearings() {
    return new DeletionPlace(false, start, start, "", 0);
  }
}
