package dev.storefront.history.recording;

import dev.storefront.history.HistoryRules;
import dev.storefront.history.View;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * An event of the topic {@code page-views}.
 *
 * @param viewedAt epoch milliseconds
 */
record PageView(
    @Nullable String eventId,
    @NotBlank @Size(max = HistoryRules.LONGEST_USER_ID) String userId,
    @NotNull @Positive Long skuId,
    @NotNull @PositiveOrZero Long viewedAt) {

  View view() {
    return new View(skuId, viewedAt);
  }
}
