package dev.storefront.acceptance.fitment;

import dev.storefront.localstack.suite.Json;
import dev.storefront.localstack.suite.JsonObject;

/**
 * SKUs that are shown together.
 *
 * @param vendorId 0 for a self-operated one
 */
record Group(boolean pop, long id, long vendorId) {

  /** An object of the members that name it, as PUT, imports and the catalogue have them. */
  JsonObject json() {
    return pop
        ? Json.object("kind", "POP").and("spuId", id).and("vendorId", vendorId)
        : Json.object("kind", "SELF").and("mainSkuId", id);
  }

  /** What all its keys in Redis begin with. */
  String keys() {
    return pop
        ? "fitment:{POP:%d:%d}:".formatted(vendorId, id)
        : "fitment:{SELF:%d}:".formatted(id);
  }
}
