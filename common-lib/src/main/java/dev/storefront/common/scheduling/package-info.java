/** Threads for what a service does again and again. */
@NullMarked
package dev.storefront.common.scheduling;

import org.jspecify.annotations.NullMarked;
