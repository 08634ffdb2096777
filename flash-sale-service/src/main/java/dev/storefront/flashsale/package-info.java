/**
 * The right to buy in a flash sale: quota, not stock.
 *
 * <p>{@code promotion} is what is sold, {@code order} what is known of an order, {@code units} what
 * orders hold of promotions; {@code grab} reserves them, {@code release} releases them, and settles
 * what a crash left half done; {@code admission} says who may call, and how often.
 *
 * <p>{@code ledger} is what happened, through Kafka into MySQL or, while Kafka is away, directly;
 * {@code barrier} tells how far MySQL is behind the topic. {@code event} is what other services are
 * told, at once or later, once a transaction has committed. {@code recovery} rebuilds from the
 * ledger what Redis lost, and {@code reconciliation} compares the two.
 */
@NullMarked
package dev.storefront.flashsale;

import org.jspecify.annotations.NullMarked;
