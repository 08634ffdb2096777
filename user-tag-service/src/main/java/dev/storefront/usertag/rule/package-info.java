/** Tags that follow from other services' events, by rules. */
@NullMarked
package dev.storefront.usertag.rule;

import org.jspecify.annotations.NullMarked;
