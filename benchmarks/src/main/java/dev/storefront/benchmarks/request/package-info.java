/** What a service adds to each request, beside Spring MVC alone. */
@NullMarked
package dev.storefront.benchmarks.request;

import org.jspecify.annotations.NullMarked;
