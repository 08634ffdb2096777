package dev.storefront.fitment.product;

import dev.storefront.fitment.placement.ProductIds;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * What a record of the catalogue means for a SKU.
 *
 * @param version of the SKU's product; {@link #FORGOTTEN} if the topic forgot the SKU, which counts
 *     as a deletion unless the product is known to be deleted
 * @param product what is said of the SKU's product now, empty if it is deleted
 * @param position which record it was
 */
record CatalogueStep(long skuId, long version, Optional<ProductIds> product, Position position) {

  static final long FORGOTTEN = -1;

  static CatalogueStep of(ProductChange change, Position position) {
    return new CatalogueStep(change.skuId(), change.version(), change.product(), position);
  }

  static CatalogueStep forgotten(long skuId, Position position) {
    return new CatalogueStep(skuId, FORGOTTEN, Optional.empty(), position);
  }

  /**
   * Where a record stands.
   *
   * @param partition -1 if none was read
   * @param time of the record, in epoch milliseconds
   */
  record Position(int partition, long offset, long time) {

    static final Position START = new Position(-1, -1, -1);

    static Position of(ConsumerRecord<?, ?> record) {
      return new Position(record.partition(), record.offset(), record.timestamp());
    }

    /**
     * False for a record that was read before and is delivered again. Its offset tells; where
     * offsets cannot be compared, because the topic was made anew or has other partitions than
     * before, its time does.
     *
     * @param read how far records of the same SKU were read
     */
    boolean isAfter(Position read) {
      return partition == read.partition && offset > read.offset || time > read.time;
    }

    /** How far records are read with this one too. */
    Position with(Position read) {
      return isAfter(read) ? new Position(partition, offset, Math.max(time, read.time)) : read;
    }
  }
}
