package dev.storefront.fitment.aces;

import dev.storefront.fitment.note.FitmentNote;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An application: a part fits some vehicles.
 *
 * @param number its place in the file, from 1
 * @param line where it begins, from 1
 * @param id what the file calls it, may be empty
 * @param part the part number
 * @param brand whose number it is, empty if the file does not say
 * @param vehicles null if {@code faults} says so
 * @param note what to look at, may say nothing
 * @param faults why it cannot be taken, empty if it can
 */
public record AcesApp(
    long number,
    long line,
    String id,
    String part,
    String brand,
    @Nullable AcesVehicles vehicles,
    FitmentNote note,
    List<String> faults) {}
