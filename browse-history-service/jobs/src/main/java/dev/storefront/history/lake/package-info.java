/** The Flink job that keeps page views as files, by the day of their arrival. */
@NullMarked
package dev.storefront.history.lake;

import org.jspecify.annotations.NullMarked;
