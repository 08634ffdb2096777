package dev.storefront.fitment.imports;

import dev.storefront.fitment.note.FitmentNote;
import dev.storefront.fitment.placement.ProductIds;

/**
 * An application of a SKU to vehicles that are known, kept until its SKU's turn comes.
 *
 * @param number its place in the file, from 1
 * @param product what is said of the SKU's product
 * @param offsets of the vehicles
 * @param note what to look at, may say nothing
 */
record StagedApp(long number, long skuId, ProductIds product, int[] offsets, FitmentNote note) {}
