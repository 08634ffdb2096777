package dev.storefront.history.timeline;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.storefront.common.security.Caller;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.history.admission.Admission;
import dev.storefront.history.admission.RateLimited;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/history")
@RequiresScope({Scope.USER, Scope.GUEST})
@Tag(name = "history")
@RateLimited
class HistoryController {

  private final Admission admission;
  private final Timeline timeline;

  HistoryController(Admission admission, Timeline timeline) {
    this.admission = admission;
    this.timeline = timeline;
  }

  @Operation(
      summary = "The caller's viewed products, newest first",
      description =
          "One per SPU, 200 at most in all, of the latest 290 SKUs. A product of which the catalogue"
              + " has told nothing shows with nulls; a deleted one does not show. 'degraded' says what could not be"
              + " asked: there may be more views, or more of their products.")
  @ApiResponse(responseCode = "200", description = "A page", useReturnTypeSchema = true)
  @GetMapping
  HistoryReply list(
      @RequestParam(defaultValue = "20") @Min(1) @Max(1000) int limit,
      @Parameter(description = "the nextCursor of the page before") @RequestParam(required = false)
          @Nullable String cursor,
      Caller caller) {
    String user = admission.admit("list-history", caller);
    return timeline.page(user, Position.of("history/" + user, cursor), limit);
  }

  @Operation(
      summary = "The caller's viewed products that were not bought, newest first",
      description =
          "As the list, without what the caller paid for in a flash sale after the view. What is"
              + " viewed again after that shows.")
  @ApiResponse(responseCode = "200", description = "A page", useReturnTypeSchema = true)
  @GetMapping("/not-bought")
  HistoryReply listNotBought(
      @RequestParam(defaultValue = "20") @Min(1) @Max(1000) int limit,
      @Parameter(description = "the nextCursor of the page before") @RequestParam(required = false)
          @Nullable String cursor,
      Caller caller) {
    String user = admission.admit("list-not-bought", caller);
    return timeline.notBought(user, Position.of("not-bought/" + user, cursor), limit);
  }

  @Operation(summary = "How many products the caller's history shows")
  @ApiResponse(responseCode = "200", description = "The number", useReturnTypeSchema = true)
  @GetMapping("/count")
  Count count(Caller caller) {
    Timeline.Counted counted = timeline.count(admission.admit("count-history", caller));
    return new Count(counted.count(), counted.degraded());
  }

  /**
   * @param count 0 to 200
   * @param degraded what could not be asked, absent if everything could
   */
  record Count(
      @Schema(example = "42", minimum = "0", maximum = "200") int count,
      @Schema(description = "archive, products", example = "[\"archive\"]")
          @JsonInclude(JsonInclude.Include.NON_EMPTY)
          List<String> degraded) {}
}
