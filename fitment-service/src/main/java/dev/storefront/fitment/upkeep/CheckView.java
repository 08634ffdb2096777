package dev.storefront.fitment.upkeep;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunState;
import dev.storefront.fitment.placement.Deviation;
import dev.storefront.fitment.placement.SkuKind;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A consistency check as callers see it. */
record CheckView(
    @Schema(example = "8") long id,
    RunState state,
    @Schema(description = "why it failed; absent unless it did")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable String failure,
    @Schema(example = "false") boolean repair,
    @Schema(description = "how many there were at the start", example = "20000") long shelves,
    @Schema(description = "how many have been looked at", example = "20000") long done,
    @Schema(description = "other in Redis than in MySQL", example = "1") long differing,
    @Schema(description = "of these, those that were repaired", example = "0") long repaired,
    @Schema(description = "those that could not be compared", example = "0") long unreached,
    @Schema(description = "the first 100 of them; empty in lists") List<Item> differences,
    @Nullable Instant startedAt,
    @Nullable Instant finishedAt) {

  /** A difference: where, and which. */
  record Item(
      @Schema(example = "POP") SkuKind kind,
      @Schema(example = "700") long groupId,
      @Schema(description = "0 for SELF", example = "42", minimum = "0") long vendorId,
      @Schema(description = "SKUs of a group lie on shelves of some hundred", example = "0")
          int shelf,
      @Schema(example = "default") String cluster,
      Deviation deviation) {

    static Item of(Difference difference) {
      return new Item(
          difference.shelf().group().kind(),
          difference.shelf().group().id(),
          difference.shelf().group().vendorId(),
          difference.shelf().number(),
          difference.cluster(),
          difference.deviation());
    }
  }

  static CheckView of(Run<UpkeepRequest, UpkeepProgress> run, List<Difference> differences) {
    Tally tally = run.progress().tally();
    return new CheckView(
        run.id(),
        run.state(),
        run.failure(),
        run.request().repair(),
        run.request().shelves(),
        tally.done(),
        tally.differing(),
        tally.repaired(),
        tally.unreached(),
        differences.stream().map(Item::of).toList(),
        run.startedAt(),
        run.finishedAt());
  }
}
