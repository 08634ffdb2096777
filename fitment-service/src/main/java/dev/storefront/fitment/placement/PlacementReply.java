package dev.storefront.fitment.placement;

import io.swagger.v3.oas.annotations.media.Schema;

/**
 * Where a group lies.
 *
 * @param cluster the name of a Redis cluster
 * @param hashTag what stands in braces in each of the group's keys
 * @param slot what Redis Cluster makes of the hash tag
 */
record PlacementReply(
    @Schema(example = "POP") SkuKind kind,
    @Schema(example = "700") long groupId,
    @Schema(description = "0 for SELF", example = "42", minimum = "0") long vendorId,
    @Schema(example = "default") String cluster,
    @Schema(example = "POP:42:700") String hashTag,
    @Schema(example = "5719") int slot) {

  static PlacementReply of(ClusterRouter router, Group group) {
    ClusterRouter.Location location = router.locate(group);
    return new PlacementReply(
        group.kind(),
        group.id(),
        group.vendorId(),
        location.cluster(),
        location.hashTag(),
        location.slot());
  }
}
