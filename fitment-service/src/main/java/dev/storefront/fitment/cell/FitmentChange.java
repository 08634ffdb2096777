package dev.storefront.fitment.cell;

import dev.storefront.fitment.bitmap.EncodedSegment;
import dev.storefront.fitment.placement.EncodedShelf;
import dev.storefront.fitment.placement.Group;
import dev.storefront.fitment.placement.Shelf;
import dev.storefront.fitment.placement.ShelfClusters;
import dev.storefront.fitment.placement.SkuKind;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * An event of {@code fitment-changes}: what is on a shelf changed. Sent once MySQL has the change,
 * when the cell that wrote it has tried to write it to its own Redis; sometimes more than once, and
 * one event may stand for several changes. The record's key is {@link #groupId}. An event whose
 * revision one already has is to be dropped: so doubled, late and disordered ones do no harm.
 *
 * @param eventId says what it tells, so that an event sent twice has one id
 * @param cell the cell that wrote the change, and whose Redis needs no telling
 * @param groupId the main SKU of a SELF group, the SPU of a POP one
 * @param vendorId the merchant of a POP group, 0 if nobody said; 0 for SELF
 * @param shelf the shelf's number in its group, from 0
 * @param revision the shelf's, from 1, higher with each change
 * @param since what the contents build on: the revision of an earlier change, or 0 if they are all
 *     that is on the shelf
 * @param writtenAt when MySQL got the oldest of the changes, in epoch milliseconds
 * @param cluster the Redis cluster that keeps the shelf, by the name that all cells give it
 * @param leftCluster one that it was moved from, to be emptied; null if there is none
 * @param contents null if they are too large for an event: then MySQL tells
 * @param directory which SKU stands on which place, if contents do not tell
 */
public record FitmentChange(
    @NotBlank String eventId,
    @NotBlank String cell,
    @NotNull SkuKind kind,
    @NotNull @Positive Long groupId,
    @NotNull @PositiveOrZero Long vendorId,
    @NotNull @PositiveOrZero Integer shelf,
    @NotNull @Positive Long revision,
    @NotNull @PositiveOrZero Long since,
    @NotNull @PositiveOrZero Long writtenAt,
    @NotBlank String cluster,
    @Nullable String leftCluster,
    @Nullable @Valid Contents contents,
    byte @Nullable [] directory) {

  /** The topic, as the contract names it. */
  public static final String TOPIC = "fitment-changes";

  /** Base64 makes half a megabyte of it: well below what a broker takes, uncompressed. */
  private static final int MOST_BYTES = 384 * 1024;

  /**
   * What is on the shelf, as Redis gets it.
   *
   * @param directory which SKU stands on which place
   * @param segments those that changed, by their numbers
   */
  public record Contents(
      @NotNull byte[] directory,
      @NotNull SortedMap<@PositiveOrZero Integer, @NotNull @Valid EncodedSegment> segments) {}

  /**
   * The event that tells of a shelf.
   *
   * @param cell that wrote it
   */
  public static FitmentChange of(EncodedShelf encoded, String cell, long writtenAt) {
    boolean isTooLarge = encoded.bytes() > MOST_BYTES;
    Shelf shelf = encoded.shelf();
    Group group = shelf.group();
    return new FitmentChange(
        "%s:%s:%d:%d:%d:%d-%d"
            .formatted(
                cell,
                group.kind(),
                group.vendorId(),
                group.id(),
                shelf.number(),
                encoded.since(),
                encoded.revision()),
        cell,
        group.kind(),
        group.id(),
        group.vendorId(),
        shelf.number(),
        encoded.revision(),
        encoded.since(),
        writtenAt,
        encoded.clusters().cluster(),
        encoded.clusters().left(),
        isTooLarge ? null : new Contents(encoded.directory(), encoded.segments()),
        isTooLarge ? encoded.directory() : null);
  }

  /** The record's key. */
  public String key() {
    return Long.toString(groupId);
  }

  /** The shelf that changed. */
  public Shelf changedShelf() {
    return new Shelf(new Group(kind, groupId, vendorId), shelf);
  }

  /** What Redis is to get; empty if MySQL has to be asked. */
  public Optional<EncodedShelf> encoded() {
    return Optional.ofNullable(contents)
        .map(
            given ->
                new EncodedShelf(
                    changedShelf(),
                    new ShelfClusters(cluster, leftCluster),
                    revision,
                    since,
                    given.directory(),
                    given.segments()));
  }
}
