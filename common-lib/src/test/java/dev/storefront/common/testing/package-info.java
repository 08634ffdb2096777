/** What the services' tests share; part of the test-jar, never of a service. */
@NullMarked
package dev.storefront.common.testing;

import org.jspecify.annotations.NullMarked;
