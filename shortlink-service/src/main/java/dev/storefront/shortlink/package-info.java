/** Short links whose codes are leased, renewed and recycled. */
@NullMarked
package dev.storefront.shortlink;

import org.jspecify.annotations.NullMarked;
