package dev.storefront.history.deletion;

import dev.storefront.common.security.Caller;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.history.admission.Admission;
import dev.storefront.history.admission.RateLimited;
import dev.storefront.history.core.HistoryRules;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;
import java.util.LinkedHashSet;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/history")
@RequiresScope({Scope.USER, Scope.GUEST})
@Tag(name = "history")
@RateLimited
class DeletionController {

  private final Admission admission;
  private final Deletions deletions;

  DeletionController(Admission admission, Deletions deletions) {
    this.admission = admission;
    this.deletions = deletions;
  }

  @Operation(
      summary = "Take products out of the caller's history",
      description = "A later view of the same SKU shows again.")
  @ApiResponse(responseCode = "204", description = "Gone, also if they were not there")
  @DeleteMapping("/items")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(
      @Parameter(description = "1 to 200 SKUs", example = "100012043978")
          @RequestParam
          @Size(min = 1, max = HistoryRules.MOST_SHOWN)
          List<@NotNull @Positive Long> skuId,
      Caller caller) {
    String user = admission.admit("delete-views", caller);
    deletions.delete(user, new LinkedHashSet<>(skuId));
  }

  @Operation(summary = "Clear the caller's history", description = "Later views show again.")
  @ApiResponse(responseCode = "204", description = "Gone")
  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void clear(Caller caller) {
    deletions.clear(admission.admit("clear-history", caller));
  }
}
