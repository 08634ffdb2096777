package dev.storefront.fitment.imports;

import dev.storefront.fitment.sku.NewFitment;

/** What a line says. */
sealed interface ParsedFitment {

  /** A SKU's whole fitment. */
  record Valid(NewFitment fitment) implements ParsedFitment {}

  /** None, and why. */
  record Invalid(String reason) implements ParsedFitment {}
}
