/** Work that one instance does at a time. */
@NullMarked
package dev.storefront.usertag.lease;

import org.jspecify.annotations.NullMarked;
