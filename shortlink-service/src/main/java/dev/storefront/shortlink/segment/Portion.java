package dev.storefront.shortlink.segment;

import dev.storefront.shortlink.code.IdRange;
import dev.storefront.shortlink.code.Segment;

/**
 * Ids of one segment in one generation.
 *
 * @param generation how often the segment's ids have been handed out, from 1
 */
public record Portion(Segment segment, int generation, IdRange ids) {}
