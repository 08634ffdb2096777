package dev.storefront.flashsale.release;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.storefront.common.metrics.UseCase;
import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Cursor;
import dev.storefront.common.web.Problem;
import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import dev.storefront.flashsale.order.PendingEntry;
import dev.storefront.flashsale.promotion.Promotions;
import dev.storefront.flashsale.promotion.Promotions.Standing;
import dev.storefront.flashsale.units.ParkedNotes;
import dev.storefront.flashsale.units.ParkedNotes.Parked;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Shows notes that nobody could settle, and has them tried again. */
@RestController
@RequestMapping("/api/v1/promotions/{promotionId}/parked-notes")
@RequiresScope(Scope.OPERATOR)
@Tag(name = "promotions")
class ParkedNotesController {

  /** A bucket's notes, so that one number tells the place in all of them. */
  private static final long OF_A_BUCKET = 1_000_000;

  private final Promotions promotions;
  private final ParkedNotes notes;

  ParkedNotesController(Promotions promotions, ParkedNotes notes) {
    this.promotions = promotions;
    this.notes = notes;
  }

  /**
   * A note.
   *
   * @param kind what was begun, absent if this version cannot read it
   */
  @Schema(name = "ParkedNote")
  record Item(
      @Schema(example = "A-20260618-0001") String orderId,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Kind kind,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer quantity,
      @Schema(example = "2026-06-18T00:20:00Z") Instant notedAt) {

    private static Item of(Parked parked) {
      Optional<PendingEntry> entry = parked.note().entry();
      return new Item(
          parked.note().orderId(),
          entry.map(PendingEntry::kind).orElse(null),
          entry.map(PendingEntry::quantity).orElse(null),
          parked.notedAt());
    }
  }

  /**
   * Some of them, the oldest of each bucket first.
   *
   * @param nextCursor where the next page begins, absent at the end
   */
  @Schema(name = "ParkedNotePage")
  record Page(
      List<Item> items, @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String nextCursor) {}

  /**
   * @param retried how many notes are tried again
   */
  @Schema(name = "RetriedNotes")
  record Retried(@Schema(example = "2") long retried) {}

  @Answers("404 promotion-not-found")
  @GetMapping
  @Operation(
      summary = "A promotion's notes that nobody could settle",
      description =
          "What was begun in Redis, and neither the ledger nor a rebuild can say how it ended; the"
              + " latest 1,000 of each bucket. Nothing waits for them.")
  @UseCase("list-parked-notes")
  Page find(
      @PathVariable long promotionId,
      @RequestParam(defaultValue = "20") @Min(1) @Max(1000) int limit,
      @RequestParam(required = false) @Nullable String cursor) {
    String list = "parked-notes/" + promotionId;
    long from = cursor == null ? 0 : Cursor.decodeLong(list, cursor);
    require(promotionId);
    int buckets = notes.buckets(promotionId);
    List<Item> items = new ArrayList<>();
    for (long place = from; place >= 0 && place / OF_A_BUCKET < buckets; ) {
      int bucket = (int) (place / OF_A_BUCKET);
      List<Parked> found =
          notes.of(promotionId, bucket, place % OF_A_BUCKET, limit + 1 - items.size());
      found.forEach(parked -> items.add(Item.of(parked)));
      if (items.size() > limit) {
        long next = place + found.size() - 1;
        return new Page(List.copyOf(items.subList(0, limit)), Cursor.encode(list, "" + next));
      }
      place = (bucket + 1) * OF_A_BUCKET;
    }
    return new Page(List.copyOf(items), null);
  }

  @Answers("404 promotion-not-found")
  @PostMapping("/retry")
  @Operation(
      summary = "Try a promotion's parked notes again",
      description =
          "They are pending as before, and the next sweep settles them; those that nobody can"
              + " settle now either are put aside again after a minute.")
  @UseCase("retry-parked-notes")
  Retried retry(@PathVariable long promotionId) {
    require(promotionId);
    return new Retried(notes.retry(promotionId));
  }

  private void require(long promotionId) {
    if (promotions.standingOf(promotionId) == Standing.UNKNOWN) {
      throw Problem.of(HttpStatus.NOT_FOUND, "promotion-not-found", "There is no such promotion.")
          .toException();
    }
  }
}
