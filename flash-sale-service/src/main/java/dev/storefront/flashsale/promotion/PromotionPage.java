package dev.storefront.flashsale.promotion;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some promotions, the newest first.
 *
 * @param nextCursor where the next page begins, absent at the end
 */
record PromotionPage(
    List<PromotionView> items,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String nextCursor) {}
