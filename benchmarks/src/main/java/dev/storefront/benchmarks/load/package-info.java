/** Load over HTTP at a fixed rate, and what it does to latencies and processors. */
@NullMarked
package dev.storefront.benchmarks.load;

import org.jspecify.annotations.NullMarked;
