package dev.storefront.fitment.cell;

import dev.storefront.fitment.placement.Group;
import dev.storefront.fitment.placement.Shelf;
import dev.storefront.fitment.placement.SkuKind;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import org.jspecify.annotations.Nullable;

/** Of a {@link FitmentChange} just what changed, so that its blocks need not be built. */
record ShelfChanged(
    @NotNull SkuKind kind,
    @NotNull @Positive Long groupId,
    @NotNull @PositiveOrZero Long vendorId,
    @NotNull @PositiveOrZero Integer shelf,
    @NotNull @Positive Long revision,
    @Nullable @Valid Contents contents,
    byte @Nullable [] directory) {

  /** Which SKUs are on it. */
  record Contents(@NotNull byte[] directory) {}

  /** Which SKUs are on it; null if nobody said. */
  byte @Nullable [] anyDirectory() {
    return contents == null ? directory : contents.directory();
  }

  Shelf changedShelf() {
    return new Shelf(new Group(kind, groupId, vendorId), shelf);
  }
}
