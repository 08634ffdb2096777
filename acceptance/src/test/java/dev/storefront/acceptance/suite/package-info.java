/** The running suite: its processes, and how a client talks to them. */
@NullMarked
package dev.storefront.acceptance.suite;

import org.jspecify.annotations.NullMarked;
