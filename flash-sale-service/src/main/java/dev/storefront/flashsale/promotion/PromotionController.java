package dev.storefront.flashsale.promotion;

import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.Caller;
import dev.storefront.common.security.PublicEndpoint;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Problem;
import dev.storefront.flashsale.promotion.PromotionAdministration.Outcome;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import java.net.URI;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/promotions")
@Tag(name = "promotions", description = "What is for sale, how much of it, when and to whom")
class PromotionController {

  private final PromotionAdministration promotions;

  PromotionController(PromotionAdministration promotions) {
    this.promotions = promotions;
  }

  @Answers({"201 a new one", "200 it was there with the same terms", "409 promotion-exists"})
  @PostMapping
  @RequiresScope(Scope.OPERATOR)
  @Operation(
      summary = "Create a promotion, to be approved",
      description =
          "201 for a new one, 200 if it was there with the very same terms, 409 `promotion-exists`"
              + " with others. 400 lists what is wrong; an end in the past is, and a field that is not"
              + " known. With `buckets` its quota is spread over that many slots of Redis.")
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
          "Idempotent. 409 `stopped` if it has been stopped, 409 `ended` if its end has passed without"
              + " an approval. After a 503 because Redis is away the approval may count all the same:"
              + " the sale is then opened as soon as Redis is back.")
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

  @Answers("404 promotion-not-found")
  @GetMapping("/{promotionId}")
  @PublicEndpoint
  @Operation(
      summary = "A promotion's state, what is left of it, and the price that counts now",
      description =
          "Where Redis has lost or forgotten the promotion, what is left is what the ledger says. With"
              + " an operator's token all terms are shown, also `limit`, `rate` and"
              + " `paymentTimeoutSeconds`.")
  PromotionView find(
      @PathVariable long promotionId, @Parameter(hidden = true) Optional<Caller> caller) {
    PromotionView view = done(promotions.find(promotionId)).view();
    boolean operator = caller.filter(c -> c.has(Scope.OPERATOR)).isPresent();
    return operator ? view : view.forEveryone();
  }

  private static Outcome.Done done(Outcome outcome) {
    if (outcome instanceof Outcome.Done done) {
      return done;
    }
    throw problem(outcome).toException();
  }

  private static Problem problem(Outcome refused) {
    if (refused instanceof Outcome.Taken) {
      return Problem.of(
          HttpStatus.CONFLICT,
          "promotion-exists",
          "There is a promotion of this id, with other terms.");
    }
    if (refused instanceof Outcome.Stopped) {
      return Problem.of(HttpStatus.CONFLICT, "stopped", "The promotion has been stopped.");
    }
    return refused instanceof Outcome.Ended
        ? Problem.of(HttpStatus.CONFLICT, "ended", "The promotion's end has passed.")
        : Problem.of(HttpStatus.NOT_FOUND, "promotion-not-found", "There is no such promotion.");
  }
}
