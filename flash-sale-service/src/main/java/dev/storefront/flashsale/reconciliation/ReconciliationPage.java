package dev.storefront.flashsale.reconciliation;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some promotions, by their id.
 *
 * @param nextCursor where the next page begins, absent at the end
 */
record ReconciliationPage(
    List<Reconciliation> items,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String nextCursor)
    implements ReconciliationReply {}
