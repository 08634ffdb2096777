/** One set of real servers for all tests of a build, and the ways for tests to get at it. */
@NullMarked
package dev.storefront.localstack.testing;

import org.jspecify.annotations.NullMarked;
