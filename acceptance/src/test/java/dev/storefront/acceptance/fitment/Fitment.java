package dev.storefront.acceptance.fitment;

import dev.storefront.localstack.suite.JsonObject;

/** All that is known of a SKU. */
record Fitment(Group group, boolean universal, Fits vehicles) {

  /** As PUT and imports have it. */
  JsonObject json() {
    return group.json().and("universal", universal).and("vehicleIds", vehicles.ids().toArray());
  }
}
