/** Settings that operators change at run time, from the configuration centre. */
@NullMarked
package dev.storefront.common.switches;

import org.jspecify.annotations.NullMarked;
