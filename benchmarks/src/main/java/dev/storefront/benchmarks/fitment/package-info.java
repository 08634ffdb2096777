/** What fitment costs: bytes, Redis time, latencies. */
@NullMarked
package dev.storefront.benchmarks.fitment;

import org.jspecify.annotations.NullMarked;
