/** The Flink jobs of the offline pipeline: deletions out of MySQL, cold rows, rows into HBase. */
@NullMarked
package dev.storefront.history.offline;

import org.jspecify.annotations.NullMarked;
