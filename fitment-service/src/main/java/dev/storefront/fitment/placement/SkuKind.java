package dev.storefront.fitment.placement;

/** Whose product a SKU is. */
public enum SkuKind {
  /** Self-operated: its group is its main SKU. */
  SELF,
  /** A marketplace merchant's: its group is its SPU. */
  POP
}
