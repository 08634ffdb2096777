package dev.storefront.flashsale.promotion;

/**
 * How a promotion's units are spread over buckets, each in a slot of its own. It never changes, and
 * every instance finds the same home for the same order.
 *
 * @param quota units with which it was opened, of all buckets together; top-ups do not count
 * @param count how many buckets there are, 1 or more; a promotion of more than one is a hot one
 * @param chosenBy what chooses an order's bucket
 */
public record Buckets(int quota, int count, ChosenBy chosenBy) {

  /** Of a promotion of which nothing is known: its first bucket is there in any case. */
  public static final Buckets UNKNOWN = new Buckets(0, 1, ChosenBy.ORDER);

  /** What chooses the bucket that an order reserves its units in. */
  public enum ChosenBy {
    ORDER,
    /** A limit for each address: what an address holds lies in one bucket. */
    IP,
    /** The same for each account. */
    PIN,
    /** Both: what an account holds lies in the order's bucket, what an address holds in another. */
    PIN_AND_IP
  }

  /** The bits that choose the hash within a bucket are others. */
  private static final int HALF = 16;

  static Buckets of(int quota, int count, Promotion.Limit.Per limit) {
    ChosenBy chosenBy =
        switch (limit) {
          case NONE -> ChosenBy.ORDER;
          case IP -> ChosenBy.IP;
          case PIN -> ChosenBy.PIN;
          case IP_AND_PIN -> count > 1 ? ChosenBy.PIN_AND_IP : ChosenBy.ORDER;
        };
    return new Buckets(quota, count, chosenBy);
  }

  /** True if there are several. */
  public boolean isHot() {
    return count > 1;
  }

  /** The bucket's part of some units that are divided evenly; all parts add up to them. */
  public int shareOf(int units, int bucket) {
    return units / count + (bucket < units % count ? 1 : 0);
  }

  /** Units with which the largest bucket was opened. */
  public int largestShare() {
    return shareOf(quota, 0);
  }

  /** The bucket that an order reserves its units in, and releases them to. */
  public int homeOf(String orderId, String ip, String pin) {
    return switch (chosenBy) {
      case ORDER -> placeOf(orderId);
      case IP -> placeOf(ip);
      case PIN, PIN_AND_IP -> placeOf(pin);
    };
  }

  /** True if an order holds its units for its address apart, in {@link #placeOf} the address. */
  public boolean holdsApart() {
    return chosenBy == ChosenBy.PIN_AND_IP;
  }

  /** The bucket that one text alone chooses. */
  public int placeOf(String text) {
    return Math.floorMod(Integer.rotateLeft(PromotionKeys.mixed(text), HALF), count);
  }
}
