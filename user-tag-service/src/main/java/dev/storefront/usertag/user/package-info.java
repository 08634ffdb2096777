/** The users: their ids and their ordinals. */
@NullMarked
package dev.storefront.usertag.user;

import org.jspecify.annotations.NullMarked;
