package dev.storefront.common.spool;

import java.time.Duration;

/**
 * What a spool takes.
 *
 * @param longest the longest file, in bytes
 * @param most what all files may take together, in bytes
 * @param patience how long a file of a folder that no instance has now may be missing before it
 *     counts as lost
 */
public record SpoolLimits(long longest, long most, Duration patience) {}
