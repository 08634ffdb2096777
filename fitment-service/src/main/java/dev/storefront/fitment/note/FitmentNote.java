package dev.storefront.fitment.note;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * What to look at where a SKU fits. What is not said is empty or null, and absent in JSON.
 *
 * @param position where on the vehicle, at most 100 characters
 * @param partType what it is, at most 100 characters
 * @param quantity how many a vehicle takes
 * @param text anything else, at most 2,000 characters
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record FitmentNote(
    @Schema(example = "front axle") String position,
    @Schema(example = "brake pads") String partType,
    @Schema(example = "2") @Nullable Integer quantity,
    @Schema(example = "with sport suspension") String text) {

  /** True if it says nothing. */
  public boolean saysNothing() {
    return position.isEmpty() && partType.isEmpty() && quantity == null && text.isEmpty();
  }
}
