/**
 * The proof of fitment-service: a large load, faults in the midst of everything, and then each pair
 * compared with a model that is obviously right.
 */
@NullMarked
package dev.storefront.acceptance.fitment;

import org.jspecify.annotations.NullMarked;
