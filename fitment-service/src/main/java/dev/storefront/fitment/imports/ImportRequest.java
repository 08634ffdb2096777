package dev.storefront.fitment.imports;

import dev.storefront.common.spool.SpooledFile;

/**
 * What an import is asked for.
 *
 * @param dryRun true if nothing shall be written: what counts is what it would reject
 */
record ImportRequest(ImportFormat format, boolean dryRun, SpooledFile file) {}
