/** The run of the build in which the JVM notes what a start loads (profile {@code training}). */
@NullMarked
package dev.storefront.common.training;

import org.jspecify.annotations.NullMarked;
