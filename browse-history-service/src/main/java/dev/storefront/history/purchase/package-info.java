/** What users bought in flash sales, for what they viewed and did not buy. */
@NullMarked
package dev.storefront.history.purchase;

import org.jspecify.annotations.NullMarked;
