/**
 * The backing servers as the suite sees them: where they are, and how to make them fail. Embedded
 * processes and containers stand behind the same interface.
 */
@NullMarked
package dev.storefront.localstack;

import org.jspecify.annotations.NullMarked;
