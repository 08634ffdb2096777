/** Measurements that a person runs; nothing here decides whether a build passes. */
@NullMarked
package dev.storefront.benchmarks;

import org.jspecify.annotations.NullMarked;
