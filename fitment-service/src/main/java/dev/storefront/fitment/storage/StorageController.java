package dev.storefront.fitment.storage;

import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Positive;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/fitment/storage-report")
@Tag(name = "placement")
class StorageController {

  private final StorageReporter reporter;

  StorageController(StorageReporter reporter) {
    this.reporter = reporter;
  }

  @Operation(
      summary = "What a group's fitment takes in Redis",
      description = "By the encoding of its rows, as Redis itself counts its memory.")
  @GetMapping
  @RequiresScope(Scope.OPERATOR)
  StorageReport report(
      @Parameter(description = "an SPU or a main SKU", example = "100001") @RequestParam @Positive
          long groupId) {
    return reporter.report(groupId);
  }
}
