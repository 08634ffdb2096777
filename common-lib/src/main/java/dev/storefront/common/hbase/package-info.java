/** HBase with time-outs on every call. */
@NullMarked
package dev.storefront.common.hbase;

import org.jspecify.annotations.NullMarked;
