/** Pages of results. */
@NullMarked
package dev.storefront.benchmarks.report;

import org.jspecify.annotations.NullMarked;
