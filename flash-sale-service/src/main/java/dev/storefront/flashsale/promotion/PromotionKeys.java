package dev.storefront.flashsale.promotion;

import dev.storefront.common.namespace.Namespace;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The Redis keys of a promotion's bucket, all in one slot; most promotions have one bucket. What
 * there is one of for each order or buyer is spread over many hashes, so few to each that Redis
 * keeps it as a listpack, in a third of the room.
 *
 * @param record hash: the bucket's record, named as the design article has it
 */
public record PromotionKeys(String record) {

  /** Entries of one hash, on average. Redis packs up to 512. */
  private static final int ENTRIES = 64;

  private static final int WIDEST_SPREAD = 65_536;

  /**
   * The keys of one bucket of a promotion.
   *
   * @param bucket 0 is the promotion's own; others have slots of their own
   */
  public static PromotionKeys of(long promotionId, int bucket, Namespace namespace) {
    String tag = bucket == 0 ? Long.toString(promotionId) : promotionId + "." + bucket;
    return new PromotionKeys(namespace.key("C_{" + tag + "}_" + Promotion.TYPE));
  }

  /** The keys of a promotion's first bucket, which may be its only one. */
  public static PromotionKeys of(long promotionId, Namespace namespace) {
    return of(promotionId, 0, namespace);
  }

  /** The keys of which there is one each, the record first. */
  List<String> single() {
    return List.of(record, pending(), parked(), lent(), received());
  }

  /** Sorted set: what the ledger is not yet known to have, by its time. */
  public String pending() {
    return record + ":pending";
  }

  /** Sorted set: notes that nobody could settle, which were put aside, by their time. */
  public String parked() {
    return record + ":parked";
  }

  /**
   * Over how many hashes reservations are spread, and as many limits.
   *
   * @param units {@link Buckets#largestShare}, which never changes
   */
  public static int spread(int units) {
    int needed = (units + ENTRIES - 1) / ENTRIES;
    return Math.min(Math.max(needed, 1), WIDEST_SPREAD);
  }

  /** Hash, of a hot promotion: loans by the bucket that borrows. */
  public String lent() {
    return record + ":lent";
  }

  /** Hash, of a hot promotion: the last loan received, by the bucket that lent it. */
  public String received() {
    return record + ":received";
  }

  /** Hash: a reservation for each order, this one's among them. */
  public String reservations(String orderId, int units) {
    return reservations(place(orderId, units));
  }

  /** The {@code n}-th hash of reservations, from 0 to below the spread. */
  public String reservations(int n) {
    return record + ":orders:" + n;
  }

  /**
   * Hash: units held by each of some buyers, this one among them.
   *
   * @param holder {@link #ip} or {@link #pin}
   */
  public String limits(String holder, int units) {
    return limits(place(holder, units));
  }

  /** The {@code n}-th hash of limits, from 0 to below the spread. */
  public String limits(int n) {
    return record + ":limits:" + n;
  }

  /** A buyer who is an address. */
  public static String ip(String ip) {
    return "ip:" + ip;
  }

  /** A buyer who is an account. */
  public static String pin(String pin) {
    return "pin:" + pin;
  }

  /** Hash, of a promotion whose addresses hold apart: a hold for each order. */
  public String holds(String orderId, int units) {
    return holds(place(orderId, units));
  }

  private String holds(int n) {
    return record + ":holds:" + n;
  }

  /** All hashes of reservations, limits and holds. */
  public List<String> spreadHashes(Buckets buckets) {
    return IntStream.range(0, spread(buckets.largestShare()))
        .boxed()
        .flatMap(
            n ->
                buckets.holdsApart()
                    ? Stream.of(reservations(n), limits(n), holds(n))
                    : Stream.of(reservations(n), limits(n)))
        .toList();
  }

  private static int place(String text, int units) {
    return Math.floorMod(mixed(text), spread(units));
  }

  /** The same in every instance and release. Mixed, for ids in a row differ in few bits. */
  static int mixed(String text) {
    int hash = text.hashCode();
    hash = (hash ^ hash >>> 16) * 0x85ebca6b;
    hash = (hash ^ hash >>> 13) * 0xc2b2ae35;
    return hash ^ hash >>> 16;
  }
}
