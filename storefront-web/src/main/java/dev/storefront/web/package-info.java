/** The storefront's own pages and, on the local stack, the issuer of its tokens. */
@NullMarked
package dev.storefront.web;

import org.jspecify.annotations.NullMarked;
