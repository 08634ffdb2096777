/** Tracing by Micrometer and OpenTelemetry, which is off unless it is switched on. */
@NullMarked
package dev.storefront.common.tracing;

import org.jspecify.annotations.NullMarked;
