package dev.storefront.fitment.imports;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some of the imports, the newest first.
 *
 * @param nextCursor where the next page begins, absent at the end
 */
record ImportPage(
    List<ImportSummary> items,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String nextCursor) {}
