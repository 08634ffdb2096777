package dev.storefront.history.erasure;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunState;
import dev.storefront.history.core.HistoryRules;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The receipt of an erasure. */
record ErasureView(
    @Schema(example = "7") long id,
    RunState state,
    @Schema(description = "why it failed; absent unless it did")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable String failure,
    @Schema(description = "what came later stays") Instant upTo,
    @Schema(description = "where all up to then is gone, or will go by itself")
        List<ErasedStore> stores,
    @Schema(
            description =
                "until then the user's id and the time above are kept in MySQL and Redis, so that"
                    + " nothing comes back")
        Instant markedUntil,
    @Nullable Instant startedAt,
    @Nullable Instant finishedAt) {

  static ErasureView of(Run<ErasureRequest, ErasureProgress> run) {
    Instant upTo = Instant.ofEpochMilli(Math.max(run.request().upTo(), run.progress().upTo()));
    return new ErasureView(
        run.id(),
        run.state(),
        run.failure(),
        upTo,
        run.progress().stores().stream().sorted(Comparator.comparing(ErasedStore::store)).toList(),
        upTo.plus(HistoryRules.DELETION_LIFETIME),
        run.startedAt(),
        run.finishedAt());
  }
}
