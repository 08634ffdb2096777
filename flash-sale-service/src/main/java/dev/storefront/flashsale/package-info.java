/**
 * The right to buy in a flash sale: quota, not stock.
 *
 * <p>{@code promotion} is what is sold, {@code order} what Redis knows of an order and of the units
 * it took, {@code ledger} what happened, through Kafka into MySQL; {@code grab} takes, {@code
 * release} gives back, and settles what a crash left half done.
 */
@NullMarked
package dev.storefront.flashsale;

import org.jspecify.annotations.NullMarked;
