/** Hosts that no link may lead to. */
@NullMarked
package dev.storefront.shortlink.ban;

import org.jspecify.annotations.NullMarked;
