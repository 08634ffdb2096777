package dev.storefront.flashsale.promotion;

import dev.storefront.common.metrics.UseCase;
import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.Caller;
import dev.storefront.common.security.PublicEndpoint;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Problem;
import dev.storefront.flashsale.promotion.PromotionAdministration.Outcome;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;
import java.net.URI;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/promotions")
@Tag(name = "promotions", description = "What is for sale, how much of it, when and to whom")
class PromotionController {

  private static final String KEY = "Idempotency-Key";

  private final PromotionAdministration promotions;
  private final PromotionChanges changes;
  private final PromotionList list;

  PromotionController(
      PromotionAdministration promotions, PromotionChanges changes, PromotionList list) {
    this.promotions = promotions;
    this.changes = changes;
    this.list = list;
  }

  /**
   * @param quantity units to add
   */
  record TopUpRequest(
      @NotNull @Min(1) @Max(PromotionRequest.MOST_UNITS) @Schema(example = "50")
          Integer quantity) {}

  /**
   * @param endsAt the first instant after the sale, not before its present end
   */
  record ExtendRequest(@NotNull @Schema(example = "2030-06-26T00:00:00Z") Instant endsAt) {}

  @Answers({"201 a new one", "200 it was there with the same terms", "409 promotion-exists"})
  @PostMapping
  @RequiresScope(Scope.OPERATOR)
  @Operation(
      summary = "Create a promotion, to be approved",
      description =
          "201 for a new one, 200 if it was there with the very same terms, 409 `promotion-exists`"
              + " with others. 400 lists what is wrong; an end in the past is, and a field that is"
              + " not known. With `buckets` its quota is spread over that many slots of Redis.")
  ResponseEntity<PromotionView> create(@Valid @RequestBody PromotionRequest request) {
    Outcome.Done done = done(promotions.create(request.toPromotion()));
    return done.created()
        ? ResponseEntity.created(URI.create("/api/v1/promotions/" + request.promotionId()))
            .body(done.view())
        : ResponseEntity.ok(done.view());
  }

  @Answers({"404 promotion-not-found", "409 stopped, ended"})
  @PostMapping("/{promotionId}/approve")
  @RequiresScope(Scope.OPERATOR)
  @Operation(
      summary = "Approve it: from now on it can be grabbed within its time",
      description =
          "Idempotent. 409 `stopped` if it has been stopped, 409 `ended` if its end has passed"
              + " without an approval. After a 503 because Redis is away the approval may count all"
              + " the same: the sale is then opened as soon as Redis is back.")
  PromotionView approve(@PathVariable long promotionId) {
    return done(promotions.approve(promotionId)).view();
  }

  @Answers({"404 promotion-not-found", "409 ended"})
  @PostMapping("/{promotionId}/stop")
  @RequiresScope(Scope.OPERATOR)
  @Operation(
      summary = "Stop it for good",
      description = "Idempotent. 409 `ended` if its end has passed: there is nothing to stop.")
  PromotionView stop(@PathVariable long promotionId) {
    return done(promotions.stop(promotionId)).view();
  }

  @GetMapping
  @RequiresScope(Scope.OPERATOR)
  @Operation(
      summary = "All promotions, the newest first",
      description =
          "With all terms. A page of ONGOING or SOLD_OUT may have fewer than `limit`, though there"
              + " are more: only its `nextCursor` tells.")
  @UseCase("list-promotions")
  PromotionPage find(
      @RequestParam(required = false) @Nullable PromotionState state,
      @RequestParam(required = false) @Positive @Nullable Long skuId,
      @RequestParam(defaultValue = "20") @Min(1) @Max(1000) int limit,
      @RequestParam(required = false) @Nullable String cursor) {
    return list.find(state, skuId, limit, cursor);
  }

  @Answers({"404 promotion-not-found", "409 stopped, ended"})
  @PostMapping("/{promotionId}/pause")
  @RequiresScope(Scope.OPERATOR)
  @Operation(
      summary = "Refuse grabs for a while: 409 `paused`",
      description = "Idempotent. Orders are paid, cancelled and timed out as ever.")
  PromotionView pause(@PathVariable long promotionId) {
    return done(changes.pause(promotionId)).view();
  }

  @Answers({"404 promotion-not-found", "409 stopped, ended"})
  @PostMapping("/{promotionId}/resume")
  @RequiresScope(Scope.OPERATOR)
  @Operation(summary = "End a pause", description = "Idempotent.")
  PromotionView resume(@PathVariable long promotionId) {
    return done(changes.resume(promotionId)).view();
  }

  @Answers({"404 promotion-not-found", "409 stopped, ended, idempotency-key-taken"})
  @PostMapping("/{promotionId}/top-up")
  @RequiresScope(Scope.OPERATOR)
  @Operation(
      summary = "Add units to the quota, and to what is left",
      description =
          "Once for each `Idempotency-Key`: the same call again adds nothing, one with another"
              + " quantity is 409 `idempotency-key-taken`. After a 503 the units may count all the"
              + " same: send it again with the same key.")
  PromotionView topUp(
      @PathVariable long promotionId,
      @Parameter(required = true)
          @RequestHeader(name = KEY, required = false)
          @NotBlank(message = "must be given as a header")
          @Size(min = 1, max = 100)
          String key,
      @Valid @RequestBody TopUpRequest request) {
    return done(changes.topUp(promotionId, request.quantity(), key)).view();
  }

  @Answers({"404 promotion-not-found", "409 stopped, ended"})
  @PostMapping("/{promotionId}/extend")
  @RequiresScope(Scope.OPERATOR)
  @Operation(
      summary = "Have the sale end later",
      description =
          "Idempotent. An end before the present one is 400; a sale that is over stays so.")
  PromotionView extend(@PathVariable long promotionId, @Valid @RequestBody ExtendRequest request) {
    Instant endsAt = request.endsAt().truncatedTo(ChronoUnit.MILLIS);
    if (endsAt.isAfter(ConsistentTerms.Check.LATEST)) {
      throw Problem.invalid("endsAt", "must lie between the years 2000 and 2100").toException();
    }
    return done(changes.extend(promotionId, endsAt)).view();
  }

  @Answers("404 promotion-not-found")
  @GetMapping("/{promotionId}")
  @PublicEndpoint
  @Operation(
      summary = "A promotion's state, what is left of it, and the price that counts now",
      description =
          "Where Redis has lost or forgotten the promotion, what is left is what the ledger says; 503"
              + " `unavailable` while that lacks some of what was acknowledged."
              + " With an operator's token all terms are shown, also `limit`, `rate` and"
              + " `paymentTimeoutSeconds`.")
  PromotionView find(
      @PathVariable long promotionId, @Parameter(hidden = true) Optional<Caller> caller) {
    boolean isOperator = caller.filter(c -> c.has(Scope.OPERATOR)).isPresent();
    return done(promotions.find(promotionId, isOperator)).view();
  }

  private static Outcome.Done done(Outcome outcome) {
    if (outcome instanceof Outcome.Done done) {
      return done;
    }
    throw ((Outcome.Refused) outcome).why().toException();
  }
}
