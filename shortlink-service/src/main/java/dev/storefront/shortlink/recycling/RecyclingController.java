package dev.storefront.shortlink.recycling;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.OptBoolean;
import com.google.common.collect.Range;
import dev.storefront.common.metrics.UseCase;
import dev.storefront.common.openapi.Answers;
import dev.storefront.common.run.AcceptedRun;
import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunPage;
import dev.storefront.common.run.RunState;
import dev.storefront.common.run.Runs;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Problem;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Objects;
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

@Tag(name = "recycling")
@RestController
@RequestMapping(RecyclingController.PATH)
@RequiresScope(Scope.OPERATOR)
class RecyclingController {

  static final String PATH = "/api/v1/recycling-runs";

  /** Those that the database knows. */
  private static final Range<Integer> YEARS = Range.closed(1, 9999);

  private final Runs<RecyclingRequest, Recycling> runs;

  RecyclingController(Runs<RecyclingRequest, Recycling> runs) {
    this.runs = runs;
  }

  @Operation(
      summary = "Looks for idle ids and puts them back",
      description =
          "Happens by itself, too. Checks segments handed out on `dispatchedOn`, or all that were"
              + " handed out at least an idle time ago. What nobody leases or visited goes into"
              + " quarantine, and stays in use if somebody visits it there. Of tiers that come back"
              + " by the code, the ids between codes that live are free. `FAILED` with a `reason`"
              + " if Redis may have lost what it would tell.")
  @Answers({"202", "429 too-busy"})
  @PostMapping
  @UseCase("start-recycling")
  ResponseEntity<RunView> start(@Valid @RequestBody RunRequest body) {
    if (body.dispatchedOn() != null && !YEARS.contains(body.dispatchedOn().getYear())) {
      throw Problem.invalid("dispatchedOn", "must be a day such as 2031-01-01").toException();
    }
    RecyclingRequest request = new RecyclingRequest(body.tier(), body.dispatchedOn(), false);
    ResponseEntity<AcceptedRun> accepted =
        AcceptedRun.reply(runs.start(request, request.subject()), PATH);
    String id = Long.toString(Objects.requireNonNull(accepted.getBody()).id());
    return ResponseEntity.accepted()
        .headers(accepted.getHeaders())
        .body(RunView.of(runs.existing(id, "run")));
  }

  @Operation(summary = "Recycling runs, the newest first")
  @GetMapping
  RunPage<RunView> page(
      @RequestParam(defaultValue = "20") @Min(1) @Max(1000) int limit,
      @RequestParam(required = false) @Nullable String cursor) {
    return runs.page(limit, cursor).map(RunView::of);
  }

  @Operation(
      summary = "Cancels a recycling run",
      description =
          "What it has in quarantine is in use again, what it recycled stays so. A run that is over"
              + " stays as it is.")
  @Answers("404 unknown-run")
  @DeleteMapping("/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void cancel(@PathVariable String id) {
    runs.cancel(runs.existing(id, "run").id());
  }

  @Operation(
      summary = "How a recycling run goes",
      description =
          "While it is `RUNNING`, `phase` is `DOUBT`, `CHECKING` or `QUARANTINE`. 404"
              + " `unknown-run`.")
  @Answers("404 unknown-run")
  @GetMapping("/{id}")
  RunView find(@PathVariable String id) {
    return RunView.of(runs.existing(id, "run"));
  }

  record RunRequest(
      @Schema(example = "5") @NotNull @Min(5) @Max(7) Integer tier,
      @Schema(description = "a day in UTC", example = "2031-01-01")
          @JsonFormat(lenient = OptBoolean.FALSE) // no time of which half would not count
          @Nullable LocalDate dispatchedOn) {}

  /** A run as operators see it; the counts are of segments, but for ids. */
  record RunView(
      @Schema(example = "17") String id,
      @Schema(example = "5") int tier,
      @Nullable LocalDate dispatchedOn,
      @Schema(description = "nobody asked for it", example = "true") boolean scheduled,
      @Schema(example = "DONE") RunState state,
      @Schema(description = "what it was last at", example = "QUARANTINE") Recycling.Phase phase,
      @Nullable String reason,
      @Schema(example = "3") long segmentsChecked,
      @Schema(example = "1") long idle,
      @Schema(example = "2") long live,
      @Schema(example = "1") long recycled,
      @Schema(description = "visited in quarantine", example = "0") long rescued,
      @Schema(description = "ids that are free again", example = "990") long idsRecycled,
      @Schema(
              description = "the share of all ids of the checked segments, 0 to 1",
              example = "0.33")
          double yield,
      @Schema(description = "to and from Redis, to find what is idle", example = "15600")
          long bytesMoved,
      Instant createdAt,
      @Nullable Instant startedAt,
      @Nullable Instant quarantineUntil,
      @Nullable Instant finishedAt) {

    static RunView of(Run<RecyclingRequest, Recycling> run) {
      Recycling progress = run.progress();
      Long until = progress.quarantineUntil();
      return new RunView(
          Long.toString(run.id()),
          run.request().letters(),
          run.request().dispatchedOn(),
          run.request().scheduled(),
          run.state(),
          progress.phase(),
          run.failure(),
          progress.idle() + progress.live(),
          progress.idle(),
          progress.live(),
          progress.recycled(),
          progress.rescued(),
          progress.idsRecycled(),
          progress.yield(),
          progress.bytesMoved(),
          run.createdAt(),
          run.startedAt(),
          until == null ? null : Instant.ofEpochMilli(until),
          run.finishedAt());
    }
  }
}
