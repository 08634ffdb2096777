/**
 * Proves from outside that a run of flash-sale calls kept the service's word: from every call and
 * reply with its times, and from what the database and the service say at the end.
 *
 * <p>Replies arrive late, and some never: so nothing is concluded from one moment, but from what
 * must have held for certain, and what may have been.
 */
@NullMarked
package dev.storefront.acceptance.flashsale.proof;

import org.jspecify.annotations.NullMarked;
