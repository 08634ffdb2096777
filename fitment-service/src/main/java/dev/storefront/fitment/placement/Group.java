package dev.storefront.fitment.placement;

/**
 * SKUs that are shown together, and so are checked together and lie in one slot: those of a main
 * SKU (self-operated) or of an SPU (marketplace).
 *
 * @param kind whose product it is
 * @param id the main SKU or the SPU
 */
public record Group(SkuKind kind, long id) {

  /** What Redis Cluster hashes, for example {@code SELF:100}. */
  String hashTag() {
    return kind + ":" + id;
  }
}
