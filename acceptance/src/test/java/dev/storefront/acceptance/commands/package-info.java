/** The commands of {@code ./storefront}, as a person runs them. */
@NullMarked
package dev.storefront.acceptance.commands;

import org.jspecify.annotations.NullMarked;
