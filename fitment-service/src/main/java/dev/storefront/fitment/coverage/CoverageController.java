package dev.storefront.fitment.coverage;

import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequiresScope(Scope.OPERATOR)
@Tag(name = "coverage")
class CoverageController {

  private final CoverageTable table;

  CoverageController(CoverageTable table) {
    this.table = table;
  }

  @Operation(
      summary = "How many vehicles of each model have SKUs",
      description =
          "As it was counted last, see countedAt: normally within ten minutes"
              + " (storefront.fitment.coverage.every) and the time that a count takes. Asking"
              + " costs no count. Make and model ignore case.")
  @GetMapping("/api/v1/fitment/coverage")
  CoveragePage coverage(
      @RequestParam(required = false) @Size(max = 100) @Nullable String make,
      @RequestParam(required = false) @Size(max = 100) @Nullable String model,
      @RequestParam(defaultValue = "20") @Min(1) @Max(1000) int limit,
      @RequestParam(required = false) @Nullable String cursor) {
    return table.page(make, model, cursor, limit);
  }
}
