/** Files that callers sent, on disk until they are worked through. */
@NullMarked
package dev.storefront.common.spool;

import org.jspecify.annotations.NullMarked;
