/** What users ask for: their history, newest first, and its length. */
@NullMarked
package dev.storefront.history.timeline;

import org.jspecify.annotations.NullMarked;
