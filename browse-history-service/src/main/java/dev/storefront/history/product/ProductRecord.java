package dev.storefront.history.product;

import dev.storefront.common.kafka.EventJson;
import dev.storefront.common.kafka.MalformedEventException;
import dev.storefront.history.core.Group;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a SKU's records in {@code product-changes}. All of them lie in one partition, so
 * their offsets say which is later. A record without value deletes what stands before it; of what
 * stands behind the last of these the newest version counts, also where versions began anew.
 *
 * <p>Two of these make one, however often ({@link #with}), and in whatever order as long as
 * versions grow with the offsets: the newest version is then behind whatever others are. Where
 * versions began anew, one of behind a record without value has to come after that record, or it
 * loses to what stands before it. So it does: a consumer goes through a partition in order; who
 * goes back, begins anew or takes over begins no later than where all before has been taken, and
 * what comes again of before the last record without value changes nothing.
 *
 * @param kind {@code SELF} or {@code POP}; null if the catalogue did not say
 * @param version the version that counts, or would if it were not deleted; -1 for none
 * @param position the offset of that version's record, -1 for none
 * @param tombstone the offset of the latest record without value, -1 for none
 */
record ProductRecord(
    long skuId,
    @Nullable String kind,
    @Nullable Long spuId,
    @Nullable Long mainSkuId,
    @Nullable String name,
    @Nullable String imageUrl,
    boolean deleted,
    long version,
    long position,
    long tombstone) {

  /** Of a SKU of which nothing is known. */
  static ProductRecord unknown(long skuId) {
    return tombstone(skuId, -1);
  }

  /**
   * What a record of {@code product-changes} says.
   *
   * @throws MalformedEventException if it is no change, and has a value
   */
  static ProductRecord read(ConsumerRecord<String, byte[]> record, EventJson json) {
    return record.value() == null
        ? tombstone(skuOf(record), record.offset())
        : of(json.read(record.value(), ProductChange.class), record.offset());
  }

  /** A compacted topic forgets a key by a record without value. */
  private static long skuOf(ConsumerRecord<String, byte[]> record) {
    try {
      return Long.parseLong(record.key());
    } catch (NumberFormatException e) {
      throw new MalformedEventException("The key of a record without value must be a SKU", e);
    }
  }

  /** A record without value. */
  static ProductRecord tombstone(long skuId, long position) {
    return new ProductRecord(skuId, null, null, null, null, null, false, -1, -1, position);
  }

  /** A record with a change. */
  static ProductRecord of(ProductChange change, long position) {
    return new ProductRecord(
        change.skuId(),
        change.kind(),
        change.spuId(),
        change.mainSkuId(),
        change.name(),
        change.imageUrl(),
        Boolean.TRUE.equals(change.deleted()),
        change.version(),
        position,
        -1);
  }

  /** What both say together. */
  ProductRecord with(ProductRecord other) {
    long last = Math.max(tombstone, other.tombstone);
    ProductRecord newer = other.isNewerThan(this, last) ? other : this;
    return new ProductRecord(
        skuId,
        newer.kind,
        newer.spuId,
        newer.mainSkuId,
        newer.name,
        newer.imageUrl,
        newer.deleted,
        newer.version,
        newer.position,
        last);
  }

  /**
   * Whatever stands behind the last record without value is newer than what that deleted. A version
   * may be told again: the last time counts.
   */
  private boolean isNewerThan(ProductRecord other, long lastTombstone) {
    boolean isGone = lastTombstone > position;
    if (isGone != lastTombstone > other.position) {
      return !isGone;
    }
    return version != other.version ? version > other.version : position > other.position;
  }

  /** The product. */
  Product product() {
    return Product.of(skuId, group(), name, imageUrl, deleted || tombstone > position);
  }

  /**
   * The SPU, or the main SKU of one that we sell ourselves and that has no SPU. The catalogue may
   * say 0 for none.
   */
  private @Nullable Group group() {
    if (spuId != null && spuId > 0) {
      return new Group(Group.Kind.SPU, spuId);
    }
    return mainSkuId == null || mainSkuId <= 0 || "POP".equals(kind)
        ? null
        : new Group(Group.Kind.MAIN_SKU, mainSkuId);
  }
}
