package dev.storefront.fitment.placement;

import dev.storefront.fitment.bitmap.EncodedSegment;
import dev.storefront.fitment.bitmap.SegmentRow;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a shelf holds at one revision: all of it, or what changed since an earlier one.
 *
 * @param clusters which clusters have to do with it
 * @param revision from 1, one more with each change
 * @param since the revision whose placement this builds on; 0 if it is all of the shelf
 * @param members the SKUs, in ascending order of their ordinals
 * @param segments the rows of the segments that changed since, or of all that ever had vehicles; in
 *     ascending order of their ordinals
 * @param generations of each Redis cluster the generation that was known before this was read
 */
public record ShelfContents(
    Shelf shelf,
    ShelfClusters clusters,
    long revision,
    long since,
    List<Member> members,
    SortedMap<Integer, List<SegmentRow>> segments,
    Map<String, Long> generations) {

  /** The same as Redis gets it; takes some computing. */
  public EncodedShelf encoded() {
    SortedMap<Integer, EncodedSegment> encoded = new TreeMap<>();
    segments.forEach((segment, rows) -> encoded.put(segment, EncodedSegment.of(rows)));
    return new EncodedShelf(
        shelf, clusters, revision, since, ShelfDirectory.write(members), encoded, generations);
  }

  /**
   * A SKU on a shelf.
   *
   * @param ordinal its place there
   * @param universal true if it fits every vehicle, whatever its rows say
   */
  public record Member(long skuId, int ordinal, boolean universal) {}
}
