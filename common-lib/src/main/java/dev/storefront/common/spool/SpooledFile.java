package dev.storefront.common.spool;

/**
 * A file that was taken in.
 *
 * @param spool which folder has it, {@link Spool#id}
 * @param name its own there
 * @param bytes its length
 */
public record SpooledFile(String spool, String name, long bytes) {}
