package dev.storefront.fitment.imports;

import dev.storefront.fitment.note.FitmentNote;
import dev.storefront.fitment.placement.Group;

/**
 * An application of a SKU to vehicles that are known, kept until its SKU's turn comes.
 *
 * @param number its place in the file, from 1
 * @param group where the SKU belongs
 * @param offsets of the vehicles
 * @param note what to look at, may say nothing
 */
record StagedApp(long number, long skuId, Group group, int[] offsets, FitmentNote note) {}
