/** Measurements of user-tag-service. */
@NullMarked
package dev.storefront.benchmarks.usertag;

import org.jspecify.annotations.NullMarked;
