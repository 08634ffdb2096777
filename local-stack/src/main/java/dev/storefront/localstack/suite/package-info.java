/** The running suite as its clients see it: where it is, and how to call it. */
@NullMarked
package dev.storefront.localstack.suite;

import org.jspecify.annotations.NullMarked;
