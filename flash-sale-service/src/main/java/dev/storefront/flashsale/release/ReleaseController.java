package dev.storefront.flashsale.release;

import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.Caller;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.flashsale.admission.Admission;
import dev.storefront.flashsale.order.CancelReason;
import dev.storefront.flashsale.order.GrabView;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/grabs/{orderId}")
@Tag(name = "grabs")
class ReleaseController {

  private final Release release;
  private final Admission admission;

  ReleaseController(Release release, Admission admission) {
    this.release = release;
    this.admission = admission;
  }

  /**
   * Why the units are to be released.
   *
   * @param reason a user's counts as {@link CancelReason#USER} whatever it is
   */
  record CancelRequest(@NotNull @Schema(example = "USER") CancelReason reason) {}

  @Answers({"404 order-not-found", "409 grab-paid", "429 rate-limited"})
  @PostMapping("/cancel")
  @RequiresScope({Scope.USER, Scope.SERVICE})
  @Operation(
      summary = "Cancel a grab: quota and limits come back",
      description =
          "Idempotent; the first reason stays. A grab that is still under way is cancelled too, and"
              + " a cancelled order id cannot be grabbed again. Of a user's call the reason that"
              + " counts is USER, whatever it says: of stock and time the shop decides. A paid grab"
              + " is cancelled by a service only, and not for PAYMENT_TIMEOUT: else 409"
              + " `grab-paid`.")
  GrabView cancel(
      @PathVariable String orderId, @Valid @RequestBody CancelRequest request, Caller caller) {
    admission.admit(caller);
    boolean service = caller.has(Scope.SERVICE);
    CancelReason reason = service ? request.reason() : CancelReason.USER;
    return done(
        release.cancel(
            orderId,
            service ? null : caller.subject(),
            reason,
            service && reason != CancelReason.PAYMENT_TIMEOUT));
  }

  @Answers({"404 order-not-found", "409 grab-released", "429 rate-limited"})
  @PostMapping("/pay")
  @RequiresScope(Scope.SERVICE)
  @Operation(
      summary = "Tell that a grab has been paid: no time-out releases it any more",
      description =
          "Idempotent, for as long as the ledger is kept. 409 `grab-released` once its units have"
              + " gone back. 503 `unavailable`: not paid, try again until one of the two comes.")
  GrabView pay(@PathVariable String orderId, Caller caller) {
    admission.admit(caller);
    return done(release.pay(orderId));
  }

  private static GrabView done(ReleaseOutcome outcome) {
    if (outcome instanceof ReleaseOutcome.Done done) {
      return GrabView.of(done.order());
    }
    throw ((ReleaseOutcome.Refused) outcome).why().toException();
  }
}
