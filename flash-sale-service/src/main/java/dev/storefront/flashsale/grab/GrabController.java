package dev.storefront.flashsale.grab;

import dev.storefront.common.metrics.UseCase;
import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.Caller;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Problem;
import dev.storefront.flashsale.admission.Admission;
import dev.storefront.flashsale.ledger.LedgerEntry;
import dev.storefront.flashsale.order.GrabView;
import dev.storefront.flashsale.order.Orders;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
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
@RequestMapping("/api/v1/grabs")
@RequiresScope({Scope.USER, Scope.SERVICE})
@Tag(name = "grabs", description = "The right to buy: grabbed, paid, cancelled")
class GrabController {

  private final Grab grab;
  private final GrabRequests requests;
  private final Orders orders;
  private final Admission admission;

  GrabController(Grab grab, GrabRequests requests, Orders orders, Admission admission) {
    this.admission = admission;
    this.grab = grab;
    this.requests = requests;
    this.orders = orders;
  }

  @Answers({
    "201 a new grab",
    "200 a repeat of the same order",
    "404 promotion-not-found",
    "409 not-started, ended, stopped, paused, limit-reached, sold-out, order-conflict",
    "429 promotion-rate-limited, too-busy, rate-limited",
    "503 recovering, unavailable"
  })
  @PostMapping
  @Operation(
      summary = "Grab all of an order's items, or none",
      description =
          "201 for a new grab, 200 with the first answer for a repeat of the same order, also when"
              + " everything has been sold since. After a refusal, a 429 or a 503 the same order"
              + " may be sent again. A promotion's refusal names it in `promotionId`: 404"
              + " `promotion-not-found`, 409 `not-started`, `ended`, `stopped`, `paused`,"
              + " `limit-reached`, `sold-out`, 429 `promotion-rate-limited`, 503 `recovering` while"
              + " Redis is rebuilt. Others are about the order or the caller: 409 `order-conflict`,"
              + " 429 `too-busy`, `rate-limited` with `dimension` (caller or pin).",
      responses =
          @ApiResponse(
              responseCode = "200",
              content = @Content(schema = @Schema(implementation = GrabView.class))))
  ResponseEntity<?> grab(
      @RequestBody GrabRequest request, Caller caller, HttpServletRequest connection) {
    GrabOutcome outcome = grab.grab(requests.draft(request, caller, connection));
    if (outcome instanceof Refusal refusal) {
      return refusal.problem().toReply(connection);
    }
    GrabOutcome.Grabbed grabbed = (GrabOutcome.Grabbed) outcome;
    GrabView view = GrabView.of(grabbed.order());
    return grabbed.first()
        ? ResponseEntity.created(URI.create("/api/v1/grabs/" + view.orderId())).body(view)
        : ResponseEntity.ok(view);
  }

  @Answers({"404 order-not-found", "429 rate-limited"})
  @GetMapping("/{orderId}")
  @Operation(
      summary = "An order's grab",
      description = "Another user's order looks like none: 404 `order-not-found`.")
  @UseCase("read-grab")
  GrabView find(@PathVariable String orderId, Caller caller) {
    admission.admit(caller);
    return Optional.of(orderId)
        .filter(LedgerEntry::isOrderId)
        .flatMap(id -> orders.findGrabbed(id, caller.has(Scope.SERVICE) ? null : caller.subject()))
        .map(GrabView::of)
        .orElseThrow(
            () ->
                Problem.of(HttpStatus.NOT_FOUND, "order-not-found", "There is no such order.")
                    .toException());
  }
}
