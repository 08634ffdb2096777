/** Orders the jobs of the offline pipeline from a Flink cluster, by hand and by schedule. */
@NullMarked
package dev.storefront.history.offline;

import org.jspecify.annotations.NullMarked;
