/** Settings of backing servers that correctness rests on, checked while a service runs. */
@NullMarked
package dev.storefront.common.settings;

import org.jspecify.annotations.NullMarked;
