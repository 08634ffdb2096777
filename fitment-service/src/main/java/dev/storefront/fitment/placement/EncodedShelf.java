package dev.storefront.fitment.placement;

import dev.storefront.fitment.bitmap.EncodedSegment;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * {@link ShelfContents} as Redis gets them.
 *
 * @param clusters which clusters have to do with it
 * @param revision from 1, one more with each change
 * @param since the revision whose placement this builds on; 0 if it is all of the shelf
 * @param directory which SKU stands on which place, as {@link ShelfDirectory} says; of no bytes if
 *     the shelf is empty
 * @param segments those that changed since, or all that ever had vehicles
 * @param generations of each Redis cluster the generation that was known before this was read from
 *     MySQL; 1 for one that is left out
 */
public record EncodedShelf(
    Shelf shelf,
    ShelfClusters clusters,
    long revision,
    long since,
    byte[] directory,
    SortedMap<Integer, EncodedSegment> segments,
    Map<String, Long> generations) {

  /** As another cell wrote it: nothing is known of when it was read. */
  public EncodedShelf(
      Shelf shelf,
      ShelfClusters clusters,
      long revision,
      long since,
      byte[] directory,
      SortedMap<Integer, EncodedSegment> segments) {
    this(shelf, clusters, revision, since, directory, segments, Map.of());
  }

  /** How long all of it is together. */
  public long bytes() {
    return directory.length
        + segments.values().stream()
            .flatMap(segment -> segment.blocks().values().stream())
            .mapToLong(block -> block.length)
            .sum();
  }

  /** How wide the blocks of each segment are that has vehicles. */
  Map<Integer, Integer> widths() {
    Map<Integer, Integer> widths = new HashMap<>();
    segments.forEach(
        (number, segment) -> {
          if (!segment.blocks().isEmpty()) {
            widths.put(number, segment.width());
          }
        });
    return widths;
  }

  /** The same segments and no SKU, as all of the shelf. */
  EncodedShelf emptied() {
    SortedMap<Integer, EncodedSegment> empty = new TreeMap<>();
    segments.keySet().forEach(segment -> empty.put(segment, EncodedSegment.EMPTY));
    return new EncodedShelf(shelf, clusters, revision, 0, new byte[0], empty, generations);
  }
}
