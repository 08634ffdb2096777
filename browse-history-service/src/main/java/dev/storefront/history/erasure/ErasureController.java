package dev.storefront.history.erasure;

import dev.storefront.common.openapi.Answers;
import dev.storefront.common.run.AcceptedRun;
import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunPage;
import dev.storefront.common.security.Caller;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Problem;
import dev.storefront.common.web.ProblemException;
import dev.storefront.history.admission.Admission;
import dev.storefront.history.admission.RateLimited;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(ErasureController.PATH)
@RequiresScope({Scope.USER, Scope.GUEST})
@Tag(name = "history")
@RateLimited
class ErasureController {

  static final String PATH = "/api/v1/history/erasures";

  private final Admission admission;
  private final Erasures erasures;

  ErasureController(Admission admission, Erasures erasures) {
    this.admission = admission;
    this.erasures = erasures;
  }

  @Operation(
      summary = "Erase all that is kept of the caller",
      description =
          "In the background (202): views, deletions, pauses and purchases up to now, in every"
              + " store. What is viewed later shows. One that is not over yet takes a further order"
              + " over: same id, and upTo becomes the later time.")
  @ApiResponse(responseCode = "202", description = "It is ordered", useReturnTypeSchema = true)
  @Answers("429 too-busy, rate-limited")
  @PostMapping
  ResponseEntity<AcceptedRun> start(Caller caller) {
    return AcceptedRun.reply(erasures.start(admission.admit("erase-history", caller)), PATH);
  }

  @Operation(summary = "How far an erasure of the caller is, and its receipt")
  @ApiResponse(responseCode = "200", description = "The receipt", useReturnTypeSchema = true)
  @Answers("404 unknown-erasure")
  @GetMapping("/{id}")
  ErasureView get(@PathVariable long id, Caller caller) {
    return ErasureView.of(existing(admission.admit("read-erasure", caller), id));
  }

  @Operation(summary = "The caller's erasures, the newest first")
  @ApiResponse(responseCode = "200", description = "A page", useReturnTypeSchema = true)
  @GetMapping
  RunPage<ErasureView> page(
      @RequestParam(defaultValue = "20") @Min(1) @Max(1000) int limit,
      @RequestParam(required = false) @Nullable String cursor,
      Caller caller) {
    String user = admission.admit("list-erasures", caller);
    return erasures.page(user, limit, cursor).map(ErasureView::of);
  }

  @Operation(
      summary = "Cancels an erasure of the caller",
      description =
          "What was viewed before its order does not show any more all the same: that cannot be taken"
              + " back. What HBase has of it goes with its retention. One that is over stays as it"
              + " is.")
  @Answers("404 unknown-erasure")
  @DeleteMapping("/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void cancel(@PathVariable long id, Caller caller) {
    erasures.cancel(existing(admission.admit("cancel-erasure", caller), id));
  }

  private Run<ErasureRequest, ErasureProgress> existing(String user, long id) {
    return erasures.find(user, id).orElseThrow(ErasureController::unknown);
  }

  private static ProblemException unknown() {
    return Problem.of(HttpStatus.NOT_FOUND, "unknown-erasure", "There is no such erasure.")
        .toException();
  }
}
