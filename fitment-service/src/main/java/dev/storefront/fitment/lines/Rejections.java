package dev.storefront.fitment.lines;

import java.util.List;

/**
 * The lines that were not taken.
 *
 * @param count all of them
 * @param first the first {@link LineReader#LISTED}
 */
public record Rejections(long count, List<RejectedLine> first) {}
