/** The commands of {@code ./storefront}. */
@NullMarked
package dev.storefront.localstack.cli;

import org.jspecify.annotations.NullMarked;
