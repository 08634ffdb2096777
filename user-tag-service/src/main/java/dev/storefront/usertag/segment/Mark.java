package dev.storefront.usertag.segment;

/**
 * That a user has a tag, or has it not.
 *
 * @param ordinal the user's ordinal, from 1
 * @param tag the tag's number, from 1; {@link SegmentStore#KNOWN} for the user himself
 * @param present true if the user has the tag, or is known
 */
public record Mark(long ordinal, int tag, boolean present) {}
