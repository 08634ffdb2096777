/** Flash-sale promotions: terms and approval in MySQL, the record that is sold from in Redis. */
@NullMarked
package dev.storefront.flashsale.promotion;

import org.jspecify.annotations.NullMarked;
