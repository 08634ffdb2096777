package dev.storefront.fitment.upkeep;

import dev.storefront.common.openapi.Answers;
import dev.storefront.common.run.AcceptedRun;
import dev.storefront.common.run.RunPage;
import dev.storefront.common.run.Runs;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Problem;
import dev.storefront.fitment.placement.ClusterRouter;
import dev.storefront.fitment.sku.ShelfUpkeep;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(RebuildController.PATH)
@RequiresScope(Scope.OPERATOR)
@Tag(name = "upkeep")
class RebuildController {

  static final String PATH = "/api/v1/fitment/rebuilds";

  private final Runs<UpkeepRequest, UpkeepProgress> rebuilds;
  private final ShelfUpkeep upkeep;
  private final ClusterRouter router;

  RebuildController(
      Runs<UpkeepRequest, UpkeepProgress> rebuilds, ShelfUpkeep upkeep, ClusterRouter router) {
    this.rebuilds = rebuilds;
    this.upkeep = upkeep;
    this.router = router;
  }

  @Operation(
      summary = "Writes Redis anew from MySQL",
      description =
          "One cluster or all, in the background (202); checks and writes go on meanwhile. Each"
              + " shelf of SKUs is written whole in one step. Also after a cluster lost its data,"
              + " and after clusters were added: what belongs to another one now is moved. Goes on"
              + " after a crash. One at a time (409 already-running).")
  @Answers({"202", "400 invalid-request, unknown-cluster", "409 already-running", "429 too-busy"})
  @PostMapping
  ResponseEntity<AcceptedRun> start(@RequestBody RebuildRequest request) {
    String cluster = request.cluster();
    if (cluster != null && !router.clusters().contains(cluster)) {
      throw Problem.of(
              HttpStatus.BAD_REQUEST,
              "unknown-cluster",
              "No cluster that holds fitment is called '%s', there are %s."
                  .formatted(cluster, router.clusters()))
          .toException();
    }
    UpkeepRequest rebuild = new UpkeepRequest(cluster, false, router.settings(), upkeep.count());
    return AcceptedRun.reply(rebuild.startIn(rebuilds), PATH);
  }

  @Operation(summary = "How far a rebuild is")
  @Answers("404 unknown-rebuild")
  @GetMapping("/{id}")
  RebuildView get(@PathVariable long id) {
    return RebuildView.of(rebuilds.existing(id, "rebuild"));
  }

  @Operation(summary = "Rebuilds, the newest first")
  @GetMapping
  RunPage<RebuildView> page(
      @RequestParam(defaultValue = "20") @Min(1) @Max(1000) int limit,
      @RequestParam(required = false) @Nullable String cursor) {
    return rebuilds.page(limit, cursor).map(RebuildView::of);
  }

  @Operation(
      summary = "Cancels a rebuild",
      description = "What is done stays so. One that is over stays as it is.")
  @Answers("404 unknown-rebuild")
  @DeleteMapping("/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void cancel(@PathVariable long id) {
    rebuilds.cancel(rebuilds.existing(id, "rebuild").id());
  }
}
