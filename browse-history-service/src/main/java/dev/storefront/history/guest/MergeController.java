package dev.storefront.history.guest;

import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.Caller;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.history.admission.Admission;
import dev.storefront.history.admission.RateLimited;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import java.util.Objects;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/history")
@Tag(name = "history")
@RateLimited
class MergeController {

  private final Admission admission;
  private final GuestTokens guests;
  private final GuestMerge merge;

  MergeController(Admission admission, GuestTokens guests, GuestMerge merge) {
    this.admission = admission;
    this.guests = guests;
    this.merge = merge;
  }

  @Operation(
      summary = "Take over the history of a guest",
      description =
          "What the caller viewed before logging in shows, and what the guest deleted does not. A"
              + " repeat changes nothing.")
  @ApiResponse(responseCode = "200", description = "How many came", useReturnTypeSchema = true)
  @Answers("400 invalid-request")
  @PostMapping("/merge")
  @RequiresScope(Scope.USER)
  Merged merge(@RequestBody @Valid MergeRequest request, Caller caller) {
    String user = admission.admit("merge-guest", caller);
    String guest = guests.guestOf(Objects.requireNonNull(request.guestToken()));
    return new Merged(merge.merge(user, guest));
  }

  /**
   * @param merged views that the caller's history had not
   */
  record Merged(@Schema(example = "12", minimum = "0") long merged) {}
}
