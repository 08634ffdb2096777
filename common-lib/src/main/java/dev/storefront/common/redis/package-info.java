/** Lua scripts on Redis Cluster. */
@NullMarked
package dev.storefront.common.redis;

import org.jspecify.annotations.NullMarked;
