package dev.storefront.history.timeline;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.storefront.history.product.Product;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * A page of a history, newest first.
 *
 * @param nextCursor absent at the end
 * @param degraded what could not be asked, absent if everything could
 */
record HistoryReply(
    List<Item> items,
    @Schema(example = "8XJ5mTE3MDAwMDAwMDAwMDA6Nw") @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable String nextCursor,
    @Schema(description = "archive, products", example = "[\"archive\"]")
        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        List<String> degraded) {

  static HistoryReply of(String user, Timeline.Page page) {
    List<ShownView> views = page.views();
    return new HistoryReply(
        views.stream().map(Item::of).toList(),
        page.hasMore() ? new Position(views.get(views.size() - 1).view()).toCursor(user) : null,
        page.degraded());
  }

  /** A viewed product; what the catalogue has not told is null. */
  record Item(
      @Schema(example = "100012043978") long skuId,
      @Schema(description = "the SPU, or the main SKU where there is none", example = "10020177")
          @Nullable Long spuId,
      @Schema(example = "Ceramic brake pads, front") @Nullable String name,
      @Schema(example = "https://img.example.com/100012043978.jpg") @Nullable String imageUrl,
      @JsonSerialize(using = IsoMillis.class) Instant viewedAt) {

    static Item of(ShownView shown) {
      Product product = shown.product();
      return new Item(
          shown.view().skuId(),
          product == null ? null : product.groupId(),
          product == null ? null : product.name(),
          product == null ? null : product.imageUrl(),
          Instant.ofEpochMilli(shown.view().viewedAt()));
    }
  }
}
