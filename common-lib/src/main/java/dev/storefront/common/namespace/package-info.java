/** Keeps several suites apart on shared servers. */
@NullMarked
package dev.storefront.common.namespace;

import org.jspecify.annotations.NullMarked;
