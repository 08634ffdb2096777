package dev.storefront.fitment.upkeep;

import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Problem;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(RebuildController.PATH)
@RequiresScope(Scope.OPERATOR)
@Tag(name = "upkeep")
class RebuildController {

  static final String PATH = "/api/v1/fitment/rebuilds";

  private final Runs runs;
  private final RunTable table;

  RebuildController(Runs runs, RunTable table) {
    this.runs = runs;
    this.table = table;
  }

  @Operation(
      summary = "Writes Redis anew from MySQL",
      description =
          "One cluster or all, in the background (202); checks and writes go on meanwhile. Each"
              + " shelf of SKUs is written whole in one step. Also after a cluster lost its data,"
              + " and after clusters were added: what belongs to another one now is moved. Goes on"
              + " after a crash. One at a time (409 already-running).")
  @Answers({"202", "400 invalid-request, unknown-cluster", "409 already-running"})
  @PostMapping
  ResponseEntity<AcceptedRun> start(@RequestBody RebuildRequest request) {
    return AcceptedRun.reply(runs.rebuild(request.cluster()), PATH);
  }

  @Operation(summary = "How far a rebuild is")
  @Answers("404 unknown-rebuild")
  @GetMapping("/{id}")
  RebuildView get(@PathVariable long id) {
    return table
        .find(Task.REBUILD, id)
        .map(RebuildView::of)
        .orElseThrow(
            () ->
                Problem.of(HttpStatus.NOT_FOUND, "unknown-rebuild", "There is no such rebuild.")
                    .toException());
  }
}
