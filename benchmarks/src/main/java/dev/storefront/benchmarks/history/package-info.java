/** Measurements of browse-history-service. */
@NullMarked
package dev.storefront.benchmarks.history;

import org.jspecify.annotations.NullMarked;
