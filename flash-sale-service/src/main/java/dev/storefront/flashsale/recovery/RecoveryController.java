package dev.storefront.flashsale.recovery;

import dev.storefront.common.metrics.UseCase;
import dev.storefront.common.openapi.Answers;
import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunPage;
import dev.storefront.common.run.Runs;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Problem;
import dev.storefront.common.web.ProblemException;
import dev.storefront.flashsale.promotion.Promotions;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Past;
import jakarta.validation.constraints.Positive;
import java.net.URI;
import java.time.Instant;
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
@RequestMapping(RecoveryController.PATH)
@RequiresScope(Scope.OPERATOR)
@Tag(name = "recoveries", description = "Redis rebuilt from the ledger")
class RecoveryController {

  static final String PATH = "/api/v1/recoveries";

  private static final int FAILURES = 100;

  private final Recoveries recoveries;
  private final Runs<RecoveryRequest, RecoveryProgress> runs;
  private final RecoveryTable table;
  private final Promotions promotions;

  RecoveryController(
      Recoveries recoveries,
      Runs<RecoveryRequest, RecoveryProgress> runs,
      RecoveryTable table,
      Promotions promotions) {
    this.recoveries = recoveries;
    this.runs = runs;
    this.table = table;
    this.promotions = promotions;
  }

  /**
   * What to rebuild: one promotion, or all that Redis keeps.
   *
   * @param replayFrom with {@code all}: MySQL lost what it had committed since then; what the
   *     ledger's topic has is written to it once more before
   */
  @Schema(example = "{\"promotionId\": 7001}")
  record RecoveryOrder(
      @Positive @Schema(example = "7001") @Nullable Long promotionId,
      @Nullable Boolean all,
      @Past
          @Schema(
              description =
                  "with all: MySQL lost what it had committed since then, so that it gets all that"
                      + " the ledger's topic has from then on once more before it is believed",
              example = "2026-06-18T00:00:00Z")
          @Nullable Instant replayFrom) {

    @AssertTrue(message = "must be left out with a promotionId: MySQL loses more than one")
    @Schema(hidden = true)
    boolean isReplayFrom() {
      return replayFrom == null || promotionId == null;
    }

    @AssertTrue(message = "must be true if there is no promotionId, and left out if there is one")
    @Schema(hidden = true)
    boolean isAll() {
      return (promotionId == null) == Boolean.TRUE.equals(all);
    }
  }

  @Answers({"202", "404 promotion-not-found", "409 not-approved, ended", "429 too-busy"})
  @PostMapping
  @Operation(
      summary = "Rebuild Redis from the ledger, in the background",
      description =
          "One promotion (`promotionId`), or with `all: true` all that have been approved and are"
              + " not long over. Each is closed until it has been rebuilt: its grabs are 503"
              + " `recovering`. This answer comes once they are, or after three seconds. What is"
              + " being rebuilt already is left to the recovery that does it; where that is all,"
              + " it is the answer. 409 `not-approved` for what never was on sale, 409 `ended` for"
              + " what Redis no longer keeps.")
  @UseCase("start-recovery")
  ResponseEntity<RecoveryView> start(@Valid @RequestBody RecoveryOrder order) {
    Long one = order.promotionId();
    long id =
        (one == null ? recoveries.startAll(order.replayFrom()) : recoveries.start(kept(one)))
            .orElseThrow(
                () ->
                    Problem.of(
                            HttpStatus.TOO_MANY_REQUESTS,
                            "too-busy",
                            "Too many recoveries are not over yet.")
                        .toException());
    return ResponseEntity.accepted().location(URI.create(PATH + "/" + id)).body(find(id));
  }

  private long kept(long promotionId) {
    switch (promotions.standingOf(promotionId)) {
      case KEPT -> {
        return promotionId;
      }
      case UNKNOWN ->
          throw Problem.of(
                  HttpStatus.NOT_FOUND, "promotion-not-found", "There is no such promotion.")
              .toException();
      case NOT_APPROVED ->
          throw Problem.of(
                  HttpStatus.CONFLICT, "not-approved", "The promotion has not been approved.")
              .toException();
      default ->
          throw Problem.of(HttpStatus.CONFLICT, "ended", "The sale is long over.").toException();
    }
  }

  @Answers("404 recovery-not-found")
  @GetMapping("/{id}")
  @Operation(
      summary = "How far a recovery is",
      description =
          "`waitingFor` says what holds it up: GRABS that were under way when the sale was closed,"
              + " PENDING entries that are being settled, the REPLAY that was asked for, the LEDGER"
              + " in MySQL that has not yet all that the topic has, KAFKA or REDIS that does not"
              + " answer. Where a promotion is closed for longer than usual, two minutes as a rule,"
              + " `failures` names an order whose entry is PENDING, or the partition that the"
              + " LEDGER waits for.")
  RecoveryView find(@PathVariable long id) {
    Run<RecoveryRequest, RecoveryProgress> run =
        runs.find(id).orElseThrow(RecoveryController::notFound);
    return RecoveryView.of(run, table.failures(id, FAILURES));
  }

  @GetMapping
  @Operation(summary = "Recoveries, the newest first")
  RunPage<RecoveryView> page(
      @RequestParam(defaultValue = "20") @Min(1) @Max(1000) int limit,
      @RequestParam(required = false) @Nullable String cursor) {
    return runs.page(limit, cursor).map(run -> RecoveryView.of(run, List.of()));
  }

  @Answers("404 recovery-not-found")
  @DeleteMapping("/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Operation(
      summary = "Cancel a recovery",
      description =
          "What it has rebuilt is open. What it has closed stays closed, until another recovery has"
              + " rebuilt it: ask for one, or the service begins one by itself after a minute, if"
              + " `automatic-recovery` is on. A recovery that is over stays as it is.")
  void cancel(@PathVariable long id) {
    if (!recoveries.cancel(id)) {
      throw notFound();
    }
  }

  private static ProblemException notFound() {
    return Problem.of(HttpStatus.NOT_FOUND, "recovery-not-found", "There is no such recovery.")
        .toException();
  }
}
