package dev.storefront.fitment.note;

/**
 * A note and the vehicles that it is about.
 *
 * @param offsets ascending, each once; none: it is about every vehicle
 */
public record NewNote(FitmentNote note, int[] offsets) {}
