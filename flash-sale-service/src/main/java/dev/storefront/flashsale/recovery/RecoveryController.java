package dev.storefront.flashsale.recovery;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Cursor;
import dev.storefront.common.web.Problem;
import dev.storefront.flashsale.promotion.Promotions;
import io.micrometer.core.annotation.Timed;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Positive;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(RecoveryController.PATH)
@RequiresScope(Scope.OPERATOR)
@Tag(name = "recoveries", description = "Redis rebuilt from the ledger")
class RecoveryController {

  static final String PATH = "/api/v1/recoveries";

  private static final String LIST = "recoveries";
  private static final int FAILURES = 100;

  private final Recoveries recoveries;
  private final RecoveryTable table;
  private final Promotions promotions;

  RecoveryController(Recoveries recoveries, RecoveryTable table, Promotions promotions) {
    this.recoveries = recoveries;
    this.table = table;
    this.promotions = promotions;
  }

  /** What to rebuild. No record: of one, Jackson takes what is left out for a null. */
  static final class RecoveryRequest {

    /**
     * Of one promotion; left out for all that Redis keeps. A null does not say that: it may be an
     * id that its sender failed to find.
     */
    @JsonProperty
    @JsonSetter(nulls = Nulls.FAIL)
    @Positive
    @Schema(example = "7001")
    @Nullable Long promotionId;
  }

  record Accepted(@Schema(example = "3") long id) {}

  @Answers({"202", "404 promotion-not-found", "409 not-approved, ended"})
  @PostMapping
  @Operation(
      summary = "Rebuild Redis from the ledger, in the background",
      description =
          "One promotion (`promotionId`, which must not be null), or without it or a body all that have been approved and are not"
              + " long over. Each is closed until it has been rebuilt: its grabs are 503 `recovering`."
              + " This answer comes once they are, or after three seconds. What is being rebuilt already"
              + " is left to the recovery that does it; where that is all, its id is the answer."
              + " 409 `not-approved` for what never was on sale, 409 `ended` for what Redis no longer"
              + " keeps.")
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "start-recovery"})
  ResponseEntity<Accepted> start(
      @Valid @RequestBody(required = false) @Nullable RecoveryRequest body) {
    @Nullable Long one = body == null ? null : body.promotionId;
    long id = one == null ? recoveries.startAll() : recoveries.start(kept(one));
    return ResponseEntity.accepted().location(URI.create(PATH + "/" + id)).body(new Accepted(id));
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
              + " PENDING entries that are being settled, the LEDGER in MySQL that has not yet all"
              + " that the topic has, KAFKA or REDIS that does not answer. Where a promotion is"
              + " closed for longer than usual, two minutes as a rule, `failures` names an order"
              + " whose entry is PENDING, or the partition that the LEDGER waits for.")
  RecoveryView find(@PathVariable long id) {
    return table
        .find(id)
        .map(recovery -> RecoveryView.of(recovery, table.failures(id, FAILURES)))
        .orElseThrow(
            () ->
                Problem.of(HttpStatus.NOT_FOUND, "recovery-not-found", "There is no such recovery.")
                    .toException());
  }

  @GetMapping
  @Operation(summary = "Recoveries, the newest first")
  RecoveryPage page(
      @RequestParam(defaultValue = "20") @Min(1) @Max(1000) int limit,
      @RequestParam(required = false) @Nullable String cursor) {
    long before = cursor == null ? Long.MAX_VALUE : Cursor.decodeLong(LIST, cursor);
    List<Recovery> found = table.page(before, limit + 1);
    List<RecoveryView> items =
        found.stream().limit(limit).map(r -> RecoveryView.of(r, List.of())).toList();
    return new RecoveryPage(
        items,
        found.size() > limit
            ? Cursor.encode(LIST, Long.toString(items.get(limit - 1).id()))
            : null);
  }
}
