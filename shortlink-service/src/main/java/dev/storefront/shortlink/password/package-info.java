/** Passwords that a visitor has to know before a link leads on. */
@NullMarked
package dev.storefront.shortlink.password;

import org.jspecify.annotations.NullMarked;
