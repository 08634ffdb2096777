package dev.storefront.flashsale.reconciliation;

import dev.storefront.common.metrics.UseCase;
import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Cursor;
import dev.storefront.common.web.Problem;
import dev.storefront.flashsale.promotion.Promotions;
import dev.storefront.flashsale.promotion.Promotions.Standing;
import dev.storefront.flashsale.reconciliation.Repair.RepairReply;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/reconciliation")
@RequiresScope(Scope.OPERATOR)
@Tag(name = "reconciliation", description = "Redis and the ledger side by side")
class ReconciliationController {

  private static final String LIST = "reconciliation";
  private static final String PROMOTION = "promotionId";

  private final Promotions promotions;
  private final BothSides sides;
  private final Repair repair;

  ReconciliationController(Promotions promotions, BothSides sides, Repair repair) {
    this.promotions = promotions;
    this.sides = sides;
    this.repair = repair;
  }

  @Answers("404 promotion-not-found")
  @GetMapping
  @Operation(
      summary = "What Redis and the ledger say is reserved, and the difference",
      description =
          "Of one promotion, or without `promotionId`, page by page, of all that Redis keeps. While"
              + " grabs go on the ledger is behind by what is on its way; once they have stopped"
              + " for a moment the difference is 0. So it is of a promotion that is over for longer"
              + " than Redis keeps its orders.",
      responses =
          @ApiResponse(
              responseCode = "200",
              content =
                  @Content(
                      schema = @Schema(oneOf = {Reconciliation.class, ReconciliationPage.class}))))
  @UseCase("reconcile")
  ReconciliationReply reconcile(
      @RequestParam(required = false) @Nullable Long promotionId,
      @RequestParam(defaultValue = "20") @Min(1) @Max(1000) int limit,
      @RequestParam(required = false) @Nullable String cursor,
      HttpServletRequest request) {
    checkGivenOnce(request);
    long after = cursor == null ? 0 : Cursor.decodeLong(LIST, cursor);
    if (promotionId == null) {
      return page(limit, after);
    }
    Standing standing = promotions.standingOf(promotionId);
    if (standing == Standing.UNKNOWN) {
      throw notFound();
    }
    Reconciliation both = sides.of(promotionId);
    return standing == Standing.FORGOTTEN ? both.afterItsTime() : both;
  }

  private ReconciliationPage page(int limit, long after) {
    List<Long> ids = promotions.keptInRedis(after, limit + 1);
    List<Reconciliation> items =
        ids.isEmpty() ? List.of() : sides.of(ids.stream().limit(limit).toList());
    return new ReconciliationPage(
        items, ids.size() > limit ? Cursor.encode(LIST, ids.get(limit - 1)) : null);
  }

  @Answers({
    "200 nothing to repair",
    "202 a recovery repairs it",
    "404 promotion-not-found",
    "409 not-quiet"
  })
  @PostMapping
  @Operation(
      summary = "Repair a promotion if it differs",
      description =
          "Looks for some seconds until nothing is on its way. 200 if Redis is what the ledger"
              + " says; else 202, and the promotion is rebuilt as by POST /api/v1/recoveries. 409"
              + " `not-quiet` if so much goes on that nobody can tell: a recovery may be started"
              + " all the same.")
  @UseCase("repair-promotion")
  ResponseEntity<RepairReply> repair(@RequestParam long promotionId, HttpServletRequest request) {
    checkGivenOnce(request);
    if (promotions.standingOf(promotionId) != Standing.KEPT) {
      throw notFound();
    }
    RepairReply reply =
        repair
            .repair(promotionId)
            .orElseThrow(
                () ->
                    Problem.of(
                            HttpStatus.CONFLICT,
                            "not-quiet",
                            "Grabs or cancellations are on their way: nobody can tell whether"
                                + " anything is amiss.")
                        .toException());
    return reply.recoveryId() == null
        ? ResponseEntity.ok(reply)
        : ResponseEntity.accepted()
            .location(URI.create("/api/v1/recoveries/" + reply.recoveryId()))
            .body(reply);
  }

  /** Spring takes an empty one as left out, which would mean all, and the first of several. */
  private static void checkGivenOnce(HttpServletRequest request) {
    String @Nullable [] given = request.getParameterValues(PROMOTION);
    if (given != null && (given.length > 1 || given[0].isEmpty())) {
      throw Problem.invalid(PROMOTION, "must be one integer, or be left out for all").toException();
    }
  }

  private static RuntimeException notFound() {
    return Problem.of(
            HttpStatus.NOT_FOUND,
            "promotion-not-found",
            "There is no such promotion, or Redis does not keep it.")
        .toException();
  }
}
