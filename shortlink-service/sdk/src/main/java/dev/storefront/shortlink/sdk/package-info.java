/**
 * Makes short links by the million: leases ranges of ids, hands them out in memory and publishes
 * the links in batches.
 */
@NullMarked
package dev.storefront.shortlink.sdk;

import org.jspecify.annotations.NullMarked;
