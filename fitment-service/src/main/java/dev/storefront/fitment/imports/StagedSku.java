package dev.storefront.fitment.imports;

import dev.storefront.fitment.bitmap.VehicleSet;
import dev.storefront.fitment.note.FitmentNote;
import dev.storefront.fitment.note.NewNote;
import dev.storefront.fitment.placement.ProductIds;
import dev.storefront.fitment.sku.NewFitment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Adds up the applications of one SKU. Mutable, of one thread. */
final class StagedSku {

  /** Different notes that are kept of a SKU; further ones are left out. */
  private static final int MOST_NOTES = 5_000;

  /** What the notes and the vehicles that they are about may take; further ones are left out. */
  private static final long MOST_NOTE_BYTES = 4L * 1024 * 1024;

  private final long skuId;
  private final VehicleSet vehicles = new VehicleSet();
  private final Map<FitmentNote, VehicleSet> notes = new LinkedHashMap<>();
  private @Nullable ProductIds product;
  private long noteBytes;

  StagedSku(long skuId) {
    this.skuId = skuId;
  }

  void add(StagedApp app) {
    product = app.product();
    add(app.offsets(), vehicles);
    if (!app.note().saysNothing()) {
      add(app.offsets(), app.note());
    }
  }

  private void add(int[] offsets, FitmentNote note) {
    boolean isNew = !notes.containsKey(note);
    long bytes = (long) Integer.BYTES * offsets.length + (isNew ? bytes(note) : 0);
    if (noteBytes + bytes <= MOST_NOTE_BYTES && (!isNew || notes.size() < MOST_NOTES)) {
      noteBytes += bytes;
      add(offsets, notes.computeIfAbsent(note, n -> new VehicleSet()));
    }
  }

  private static long bytes(FitmentNote note) {
    int characters = note.position().length() + note.partType().length() + note.text().length();
    return (long) Character.BYTES * characters;
  }

  long skuId() {
    return skuId;
  }

  int pairs() {
    return vehicles.size();
  }

  NewFitment fitment() {
    return new NewFitment(
        skuId, Objects.requireNonNull(product, "a SKU without applications"), false, vehicles);
  }

  List<NewNote> notes() {
    return notes.entrySet().stream()
        .map(e -> new NewNote(e.getKey(), e.getValue().offsetsFrom(1, e.getValue().size())))
        .toList();
  }

  private static void add(int[] offsets, VehicleSet set) {
    for (int offset : offsets) {
      set.add(offset);
    }
  }
}
