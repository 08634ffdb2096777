/** One worked example for each service, run against the suite and printed as one would type it. */
@NullMarked
package dev.storefront.localstack.tour;

import org.jspecify.annotations.NullMarked;
