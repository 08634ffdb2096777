package dev.storefront.shortlink.segment;

import dev.storefront.shortlink.code.IdRange;
import dev.storefront.shortlink.code.Segment;

/**
 * Ids of one segment in one generation.
 *
 * @param generation higher each time that one of the ids is used again, from 1
 */
public record Portion(Segment segment, int generation, IdRange ids) {}
