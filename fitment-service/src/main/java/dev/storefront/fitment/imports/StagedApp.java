package dev.storefront.fitment.imports;

import dev.storefront.fitment.part.PartNumber;
import org.jspecify.annotations.Nullable;

/**
 * An application of a SKU to vehicles that are known, kept until its SKU's turn comes.
 *
 * @param number its place in the file, from 1
 * @param part what its part is sold as
 * @param offsets of the vehicles
 * @param position where on the vehicle, may be empty
 * @param partType what it is, may be empty
 * @param quantity how many a vehicle takes, null if not said
 * @param note what else to look at, may be empty
 */
record StagedApp(
    long number,
    PartNumber part,
    int[] offsets,
    String position,
    String partType,
    @Nullable Integer quantity,
    String note) {}
