package dev.storefront.fitment.garage;

import dev.storefront.fitment.sku.SkuIds;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Do the user's cars take these SKUs?
 *
 * @param skuIds repeats are answered each
 * @param notes true to be told what to look at where a SKU fits; false if left out
 */
record GarageCheckRequest(
    @Schema(example = "[100001, 100002]") @NotNull @Size(min = 1, max = 1000) @SkuIds
        List<Long> skuIds,
    @Schema(example = "false") @Nullable Boolean notes) {

  boolean withNotes() {
    return Boolean.TRUE.equals(notes);
  }
}
