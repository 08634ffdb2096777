package dev.storefront.flashsale.promotion;

/**
 * How a promotion's units are spread over buckets, each in a slot of its own. It never changes, and
 * every instance finds the same home for the same order.
 *
 * @param quota units with which it was opened, of all buckets together; top-ups do not count
 * @param count how many buckets there are, 1 or more; a promotion of more than one is a hot one
 * @param home what chooses an order's bucket
 */
public record Buckets(int quota, int count, Home home) {

  /** Of a promotion of which nothing is known: its first bucket is there in any case. */
  public static final Buckets UNKNOWN = new Buckets(0, 1, Home.ORDER);

  /** What chooses the bucket that an order takes its units of. */
  public enum Home {
    ORDER,
    /** A limit for each address: what an address holds lies in one bucket. */
    IP,
    /** The same for each account. */
    PIN
  }

  /** The bits that choose the hash within a bucket are others. */
  private static final int HALF = 16;

  /**
   * @throws IllegalArgumentException if there are several buckets, and limits by ip and by pin
   */
  static Buckets of(int quota, int count, Promotion.Limit.Per limit) {
    Home home =
        switch (limit) {
          case NONE -> Home.ORDER;
          case IP -> Home.IP;
          case PIN -> Home.PIN;
          case IP_AND_PIN -> {
            if (count > 1) {
              throw new IllegalArgumentException("Two limits lie in two buckets");
            }
            yield Home.ORDER;
          }
        };
    return new Buckets(quota, count, home);
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

  /** The bucket that an order takes its units of, and gives them back to. */
  public int homeOf(String orderId, String ip, String pin) {
    return switch (home) {
      case ORDER -> placeOf(orderId);
      case IP -> placeOf(ip);
      case PIN -> placeOf(pin);
    };
  }

  /** The bucket that the order id alone chooses. */
  public int placeOf(String text) {
    return Math.floorMod(Integer.rotateLeft(PromotionKeys.mixed(text), HALF), count);
  }
}
