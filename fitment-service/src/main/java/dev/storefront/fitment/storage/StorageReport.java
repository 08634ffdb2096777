package dev.storefront.fitment.storage;

import dev.storefront.fitment.bitmap.RowEncoding;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/**
 * What a group's fitment takes in Redis.
 *
 * @param groupId an SPU or a main SKU
 * @param shelves that have vehicles, of all groups with this id
 * @param encodings one for each way of writing a row
 * @param headBytes what the shelves' heads take, not part of any encoding
 * @param total all encodings and the heads together
 */
record StorageReport(
    @Schema(example = "100001") long groupId,
    int shelves,
    List<Encoding> encodings,
    long headBytes,
    Share total) {

  /** What the rows of one encoding take. */
  record Encoding(@Schema(example = "LIST") RowEncoding encoding, Share share) {}

  /**
   * A part of the storage.
   *
   * @param segments pieces of a SKU's fitment (50,000 offsets each) with a row in it; one that has
   *     rows in several encodings counts for each of these, and once in the total
   * @param pairs of a SKU and a vehicle
   * @param bytes that the rows need
   * @param waste what Redis allocated beyond that (names, tables, rounding), shared out by bytes
   * @param bytesPerPair bytes and waste for each pair, 0 if there is none
   */
  record Share(long segments, long pairs, long bytes, long waste, double bytesPerPair) {

    static Share of(long segments, long pairs, long bytes, long waste) {
      double perPair = pairs == 0 ? 0 : (double) (bytes + waste) / pairs;
      return new Share(segments, pairs, bytes, waste, Math.round(perPair * 1000) / 1000.0);
    }
  }
}
