/**
 * A plain history of every user against the service's answers, over seeded runs of everything that
 * may happen to a history.
 */
@NullMarked
package dev.storefront.history.model;

import org.jspecify.annotations.NullMarked;
