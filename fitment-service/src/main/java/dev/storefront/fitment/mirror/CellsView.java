package dev.storefront.fitment.mirror;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The cells as operators see them. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record CellsView(
    @Schema(description = "the cell of the instance that answers", example = "a") String cell,
    @Schema(description = "the cell whose Redis answers its checks", example = "a")
        String readsFrom,
    @Schema(
            description =
                "age of the oldest change that other cells were not told of; left out while MySQL"
                    + " does not answer",
            example = "0.0")
        @Nullable Double unpublishedSeconds,
    List<Cell> cells) {

  /** One of them. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Cell(
      @Schema(example = "b") String cell,
      @Schema(description = "whether reads-from may name it here", example = "true")
          boolean readable,
      @Schema(
              description =
                  "published changes that it does not have yet; left out while Kafka does not"
                      + " answer, and for a cell that never listened",
              example = "0")
          @Nullable Long eventsBehind,
      @Schema(description = "age of the oldest of these, 0 if there is none", example = "0.0")
          @Nullable Double lagSeconds) {}
}
