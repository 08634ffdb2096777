package dev.storefront.usertag.imports;

import dev.storefront.common.spool.SpooledFile;
import org.jspecify.annotations.Nullable;

/**
 * What an import is asked for.
 *
 * @param tag the tag's number; 0 if each line names its own
 * @param tagName the tag's name; empty if each line names its own
 * @param file user ids, one a line; or {@code user,tag}
 * @param acceptedAt since when that holds, epoch milliseconds; null in what former versions took
 * @param mode null in what former versions took
 */
record TagImport(
    int tag,
    String tagName,
    SpooledFile file,
    @Nullable Long acceptedAt,
    @Nullable ImportMode mode) {}
