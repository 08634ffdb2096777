package dev.storefront.fitment.imports;

import java.time.Instant;

/**
 * An import and how far it is.
 *
 * @param id 32 hex digits
 * @param dryRun true if nothing shall be written: what counts is what it would reject
 * @param failure why it is {@link ImportState#FAILED}, else empty
 * @param updatedAt when something of it last changed
 * @param fileBytes the length of its file
 */
record FitmentImport(
    String id,
    ImportFormat format,
    boolean dryRun,
    ImportState state,
    String failure,
    Instant createdAt,
    Instant updatedAt,
    long fileBytes,
    Progress progress) {}
