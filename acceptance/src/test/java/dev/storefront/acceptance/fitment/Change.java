package dev.storefront.acceptance.fitment;

import java.util.Optional;
import java.util.function.UnaryOperator;

/** What a write does to what is known of a SKU; nothing may be known. */
interface Change extends UnaryOperator<Optional<Fitment>> {

  static Change put(Fitment fitment) {
    return before -> Optional.of(fitment);
  }

  static Change patch(Fits add, Fits remove) {
    return before ->
        before.map(f -> new Fitment(f.group(), f.universal(), f.vehicles().changed(add, remove)));
  }

  static Change moveTo(Group group) {
    return before -> before.map(f -> new Fitment(group, f.universal(), f.vehicles()));
  }

  static Change deletion() {
    return before -> Optional.empty();
  }
}
