package dev.storefront.history.product;

import java.util.List;

/**
 * The answer to a look-up.
 *
 * @param products one for each SKU, in the order in which they were asked for
 * @param complete false if the product store was away: of one of which nothing is known there may
 *     be something, and what is there may be outdated
 */
public record ProductFacts(List<Product> products, boolean complete) {}
