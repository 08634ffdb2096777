/** What the flash sale costs and how fast it is: scripts, grabs, bytes, recovery. */
@NullMarked
package dev.storefront.benchmarks.flashsale;

import org.jspecify.annotations.NullMarked;
