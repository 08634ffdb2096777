/** Bearer tokens and what their scopes allow. */
@NullMarked
package dev.storefront.common.security;

import org.jspecify.annotations.NullMarked;
