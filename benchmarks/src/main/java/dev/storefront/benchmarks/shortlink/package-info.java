/** What short links cost. */
@NullMarked
package dev.storefront.benchmarks.shortlink;

import org.jspecify.annotations.NullMarked;
