package dev.storefront.usertag.rebuild;

import dev.storefront.common.openapi.Answers;
import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunPage;
import dev.storefront.common.run.RunState;
import dev.storefront.common.run.Runs;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Comparisons of Redis with the database. */
@RestController
@RequestMapping("/api/v1/segment-checks")
@RequiresScope(Scope.OPERATOR)
class CheckController {

  private final Runs<CheckRequest, CheckProgress> segmentChecks;

  CheckController(Runs<CheckRequest, CheckProgress> segmentChecks) {
    this.segmentChecks = segmentChecks;
  }

  /** A round through all segments. */
  record SegmentCheck(
      @Schema(example = "8") String id,
      RunState state,
      @Nullable Instant startedAt,
      @Nullable Instant finishedAt,
      @Schema(description = "segments that were compared", example = "191") int segments,
      @Schema(description = "users of these, as MySQL has them", example = "100000000") long users,
      @Schema(
              description = "users' tags that were others in Redis, and are as in MySQL now",
              example = "0")
          long repaired,
      @Schema(
              description =
                  "segments that could not be read, or whose counts were wrong, or much else:"
                      + " built anew by a run",
              example = "0")
          int rebuilt) {

    static SegmentCheck of(Run<CheckRequest, CheckProgress> run) {
      CheckProgress progress = run.progress();
      return new SegmentCheck(
          Long.toString(run.id()),
          run.state(),
          run.startedAt(),
          run.finishedAt(),
          progress.next(),
          progress.compared(),
          progress.repaired(),
          progress.lost());
    }
  }

  @GetMapping
  @Operation(
      summary = "Comparisons of Redis with MySQL, the newest first",
      description =
          "They begin by themselves, one at a time, storefront.usertag.check-interval after the"
              + " last one, unless the switch segment-checks is off.")
  RunPage<SegmentCheck> list(
      @RequestParam(defaultValue = "20") @Min(1) @Max(1000) int limit,
      @RequestParam(required = false) @Nullable String cursor) {
    return segmentChecks.page(limit, cursor).map(SegmentCheck::of);
  }

  @GetMapping("/{id}")
  @Operation(summary = "How far a comparison is, and what it found")
  @Answers("404 unknown-segment-check")
  SegmentCheck get(@PathVariable String id) {
    return SegmentCheck.of(segmentChecks.existing(id, "segment check"));
  }

  @DeleteMapping("/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Operation(
      summary = "Cancels a comparison",
      description =
          "What is repaired stays so. One that is over stays as it is. The next one comes when it"
              + " would have come after this one.")
  @Answers("404 unknown-segment-check")
  void cancel(@PathVariable String id) {
    segmentChecks.cancel(segmentChecks.existing(id, "segment check").id());
  }
}
