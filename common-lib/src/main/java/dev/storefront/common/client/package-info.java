/** Where a call comes from, also behind proxies. */
@NullMarked
package dev.storefront.common.client;

import org.jspecify.annotations.NullMarked;
