package dev.storefront.fitment.coverage;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some models, by make and model.
 *
 * @param countedAt when the count began; absent as long as there was none
 * @param universalSkus SKUs that fit every vehicle; they are counted with no model
 * @param nextCursor where the next page begins, absent at the end
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record CoveragePage(
    @Nullable Instant countedAt,
    @Schema(example = "12") long universalSkus,
    List<ModelCoverage> items,
    @Nullable String nextCursor) {}
