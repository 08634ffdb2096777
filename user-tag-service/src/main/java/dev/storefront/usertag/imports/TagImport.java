package dev.storefront.usertag.imports;

import dev.storefront.common.spool.SpooledFile;

/**
 * What an import is asked for.
 *
 * @param tag the tag's number
 * @param tagName the tag's name
 * @param file user ids, one a line
 */
record TagImport(int tag, String tagName, SpooledFile file) {}
