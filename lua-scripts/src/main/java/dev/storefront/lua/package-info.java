/**
 * The suite's Lua scripts: one file per atomic Redis operation, with a header that tests rely on.
 */
@NullMarked
package dev.storefront.lua;

import org.jspecify.annotations.NullMarked;
