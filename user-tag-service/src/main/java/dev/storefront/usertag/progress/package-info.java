/** How far topics are applied, so that each of their records counts once. */
@NullMarked
package dev.storefront.usertag.progress;

import org.jspecify.annotations.NullMarked;
