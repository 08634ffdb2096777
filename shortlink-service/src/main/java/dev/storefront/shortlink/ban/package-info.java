/** Hosts that no link may lead to, and hosts that links may lead to whatever they look like. */
@NullMarked
package dev.storefront.shortlink.ban;

import org.jspecify.annotations.NullMarked;
