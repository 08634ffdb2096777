package dev.storefront.usertag.imports;

import dev.storefront.common.spool.SpooledFile;
import org.jspecify.annotations.Nullable;

/**
 * What an import is asked for.
 *
 * @param tag the tag's number
 * @param tagName the tag's name
 * @param file user ids, one a line
 * @param acceptedAt since when they have the tag, epoch milliseconds; null in what former versions
 *     took
 */
record TagImport(int tag, String tagName, SpooledFile file, @Nullable Long acceptedAt) {}
