package dev.storefront.shortlink.recycling;

import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Problem;
import dev.storefront.shortlink.code.Tier;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.net.URI;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@Tag(name = "recycling")
@RestController
@RequestMapping("/api/v1/recycling-runs")
@RequiresScope(Scope.OPERATOR)
class RecyclingController {

  private final RecyclingRuns runs;

  RecyclingController(RecyclingRuns runs) {
    this.runs = runs;
  }

  @Operation(
      summary = "Looks for idle segments and puts their ids back",
      description =
          "Checks segments handed out on `dispatchedOn`, or all that were handed out at least an idle"
              + " time ago. What nobody leases or visited goes into quarantine, and back into use if"
              + " somebody visits it there. State `REFUSED`, with a `reason`: Redis may have lost"
              + " what it would tell.")
  @Answers("202")
  @PostMapping
  ResponseEntity<RunView> start(@Valid @RequestBody RunRequest body) {
    Run run = runs.start(Tier.of(body.tier()), body.dispatchedOn());
    return ResponseEntity.accepted()
        .location(URI.create("/api/v1/recycling-runs/" + run.id()))
        .body(RunView.of(run));
  }

  @Operation(
      summary = "How a recycling run goes",
      description =
          "`QUEUED`, `CHECKING`, `QUARANTINE`, then `DONE` or `REFUSED`. 404 `unknown-run`.")
  @Answers("404 unknown-run")
  @GetMapping("/{id}")
  RunView find(@PathVariable String id) {
    return runs.find(id)
        .map(RunView::of)
        .orElseThrow(
            () ->
                Problem.of(HttpStatus.NOT_FOUND, "unknown-run", "There is no such recycling run.")
                    .toException());
  }

  record RunRequest(
      @Schema(example = "5") @NotNull @Min(5) @Max(7) Integer tier,
      @Schema(description = "a day in UTC", example = "2031-01-01")
          @Nullable LocalDate dispatchedOn) {}

  /** A run as operators see it; the counts are of segments. */
  record RunView(
      String id,
      @Schema(example = "5") int tier,
      @Nullable LocalDate dispatchedOn,
      @Schema(example = "DONE") Run.State state,
      @Nullable String reason,
      @Schema(example = "3") long segmentsChecked,
      @Schema(example = "1") long idle,
      @Schema(example = "2") long live,
      @Schema(example = "1") long recycled,
      @Schema(description = "visited in quarantine", example = "0") long rescued,
      Instant createdAt,
      @Nullable Instant quarantineUntil,
      @Nullable Instant finishedAt) {

    static RunView of(Run run) {
      return new RunView(
          run.id(),
          run.tier().length(),
          run.dispatchedOn(),
          run.state(),
          run.reason(),
          run.segmentsChecked(),
          run.idle(),
          run.live(),
          run.recycled(),
          run.rescued(),
          run.createdAt(),
          run.quarantineUntil(),
          run.finishedAt());
    }
  }
}
