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
@RequestMapping(ConsistencyCheckController.PATH)
@RequiresScope(Scope.OPERATOR)
@Tag(name = "upkeep")
class ConsistencyCheckController {

  static final String PATH = "/api/v1/fitment/consistency-checks";

  private final Runs runs;
  private final RunTable table;

  ConsistencyCheckController(Runs runs, RunTable table) {
    this.runs = runs;
    this.table = table;
  }

  @Operation(
      summary = "Compares Redis with MySQL",
      description =
          "Shelf by shelf, byte by byte, on every cluster, in the background (202); checks and"
              + " writes go on meanwhile. Ends differences if asked to. Goes on after a crash. One"
              + " at a time (409 already-running).")
  @Answers({"202", "409 already-running"})
  @PostMapping
  ResponseEntity<AcceptedRun> start(@RequestBody ConsistencyCheckRequest request) {
    return AcceptedRun.reply(runs.check(Boolean.TRUE.equals(request.repair())), PATH);
  }

  @Operation(summary = "How far a consistency check is, and what it found")
  @Answers("404 unknown-consistency-check")
  @GetMapping("/{id}")
  CheckView get(@PathVariable long id) {
    return table
        .find(Task.CONSISTENCY_CHECK, id)
        .map(run -> CheckView.of(run, table.differences(id)))
        .orElseThrow(
            () ->
                Problem.of(
                        HttpStatus.NOT_FOUND,
                        "unknown-consistency-check",
                        "There is no such consistency check.")
                    .toException());
  }
}
