package dev.storefront.flashsale.recovery;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some recoveries.
 *
 * @param nextCursor where the next page begins, absent at the end
 */
record RecoveryPage(
    List<RecoveryView> items,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String nextCursor) {}
