package dev.storefront.fitment.upkeep;

import dev.storefront.common.openapi.Answers;
import dev.storefront.common.run.AcceptedRun;
import dev.storefront.common.run.RunPage;
import dev.storefront.common.run.Runs;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.fitment.placement.ClusterRouter;
import dev.storefront.fitment.sku.ShelfUpkeep;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.List;
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
@RequestMapping(ConsistencyCheckController.PATH)
@RequiresScope(Scope.OPERATOR)
@Tag(name = "upkeep")
class ConsistencyCheckController {

  static final String PATH = "/api/v1/fitment/consistency-checks";

  private final Runs<UpkeepRequest, UpkeepProgress> consistencyChecks;
  private final ShelfUpkeep upkeep;
  private final ClusterRouter router;

  ConsistencyCheckController(
      Runs<UpkeepRequest, UpkeepProgress> consistencyChecks,
      ShelfUpkeep upkeep,
      ClusterRouter router) {
    this.consistencyChecks = consistencyChecks;
    this.upkeep = upkeep;
    this.router = router;
  }

  @Operation(
      summary = "Compares Redis with MySQL",
      description =
          "Shelf by shelf, byte by byte, on every cluster, in the background (202); checks and"
              + " writes go on meanwhile. Ends differences if asked to. Goes on after a crash. One"
              + " at a time (409 already-running).")
  @Answers({"202", "409 already-running", "429 too-busy"})
  @PostMapping
  ResponseEntity<AcceptedRun> start(@RequestBody ConsistencyCheckRequest request) {
    boolean repair = Boolean.TRUE.equals(request.repair());
    UpkeepRequest check = new UpkeepRequest(null, repair, router.settings(), upkeep.count());
    return AcceptedRun.reply(check.startIn(consistencyChecks), PATH);
  }

  @Operation(summary = "How far a consistency check is, and what it found")
  @Answers("404 unknown-consistency-check")
  @GetMapping("/{id}")
  CheckView get(@PathVariable long id) {
    return CheckView.of(
        consistencyChecks.existing(id, "consistency check"),
        consistencyChecks.findings(id, Difference.class));
  }

  @Operation(summary = "Consistency checks, the newest first")
  @GetMapping
  RunPage<CheckView> page(
      @RequestParam(defaultValue = "20") @Min(1) @Max(1000) int limit,
      @RequestParam(required = false) @Nullable String cursor) {
    return consistencyChecks.page(limit, cursor).map(run -> CheckView.of(run, List.of()));
  }

  @Operation(
      summary = "Cancels a consistency check",
      description = "What is done stays so. One that is over stays as it is.")
  @Answers("404 unknown-consistency-check")
  @DeleteMapping("/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void cancel(@PathVariable long id) {
    consistencyChecks.cancel(consistencyChecks.existing(id, "consistency check").id());
  }
}
