/** What Redis knows of an order: its record, and the units it holds of each promotion. */
@NullMarked
package dev.storefront.flashsale.order;

import org.jspecify.annotations.NullMarked;
