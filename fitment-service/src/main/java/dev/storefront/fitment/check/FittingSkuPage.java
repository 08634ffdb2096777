package dev.storefront.fitment.check;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some of the SKUs that fit, by their ids.
 *
 * @param items the limit at most; fewer, or none, also if others follow
 * @param nextCursor where the next page begins, absent at the end
 */
record FittingSkuPage(
    List<FittingSku> items,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String nextCursor) {}
