/**
 * The base vehicles of the auto-care industry's vehicle table, and which vehicles they are here.
 */
@NullMarked
package dev.storefront.fitment.basevehicle;

import org.jspecify.annotations.NullMarked;
