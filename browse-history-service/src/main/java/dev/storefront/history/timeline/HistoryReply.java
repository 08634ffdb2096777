package dev.storefront.history.timeline;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of a history, newest first.
 *
 * @param nextCursor absent at the end
 * @param degraded what could not be asked, absent if everything could
 */
record HistoryReply(
    @ArraySchema(schema = @Schema(implementation = Item.class)) List<ShownView> items,
    @Schema(example = "8XJ5mTE3MDAwMDAwMDAwMDA6Nw") @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable String nextCursor,
    @Schema(description = "archive, products", example = "[\"archive\"]")
        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        List<String> degraded) {

  /**
   * The first of the views that were found.
   *
   * @param position where the page began
   * @param limit how many at most, 1 or more
   */
  static HistoryReply of(
      Position position, List<ShownView> found, int limit, List<String> degraded) {
    if (found.size() <= limit) {
      return new HistoryReply(found, null, degraded);
    }
    String next = position.cursorBehind(found.get(limit - 1).view());
    return new HistoryReply(found.subList(0, limit), next, degraded);
  }

  /** How a view shows; what the catalogue has not told is null. */
  record Item(
      @Schema(example = "100012043978") long skuId,
      @Schema(description = "the SPU, or the main SKU where there is none", example = "10020177")
          @Nullable Long spuId,
      @Schema(example = "Ceramic brake pads, front") @Nullable String name,
      @Schema(example = "https://img.example.com/100012043978.jpg") @Nullable String imageUrl,
      Instant viewedAt) {}
}
