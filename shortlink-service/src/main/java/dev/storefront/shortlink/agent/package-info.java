/** What browsers say of themselves. */
@NullMarked
package dev.storefront.shortlink.agent;

import org.jspecify.annotations.NullMarked;
