/** The running local stack, and services of one's own on its servers. */
@NullMarked
package dev.storefront.benchmarks.stack;

import org.jspecify.annotations.NullMarked;
