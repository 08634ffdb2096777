/** The users: their ordinals, and which tags they have. */
@NullMarked
package dev.storefront.usertag.user;

import org.jspecify.annotations.NullMarked;
