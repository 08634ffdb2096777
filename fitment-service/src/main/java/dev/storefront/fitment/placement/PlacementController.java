package dev.storefront.fitment.placement;

import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Positive;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/fitment/placement")
@Tag(name = "placement")
class PlacementController {

  private final ClusterRouter router;

  PlacementController(ClusterRouter router) {
    this.router = router;
  }

  @Operation(
      summary = "Where a group lies in Redis",
      description =
          "Kind and merchant choose the cluster, the group chooses the slot in it. Tells where a"
              + " group belongs, whether it has data or not.")
  @GetMapping
  @RequiresScope(Scope.OPERATOR)
  PlacementReply placement(
      @RequestParam SkuKind kind,
      @Parameter(description = "the SPU of POP, the main SKU of SELF", example = "700")
          @RequestParam
          @Positive
          long groupId,
      @Parameter(description = "the merchant of POP; no matter for SELF", example = "42")
          @RequestParam(required = false)
          @Positive
          @Nullable Long vendorId) {
    return PlacementReply.of(router, new Group(kind, groupId, vendorId == null ? 0 : vendorId));
  }
}
