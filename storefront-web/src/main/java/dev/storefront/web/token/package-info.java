/**
 * The token issuer of the local stack: OAuth 2.0 client credentials in, RFC 9068 access tokens out.
 *
 * <p>It authenticates nobody, so it exists under the profile {@code local} only.
 */
@NullMarked
package dev.storefront.web.token;

import org.jspecify.annotations.NullMarked;
