package dev.storefront.fitment.check;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.metrics.UseCase;
import dev.storefront.common.web.Cursor;
import dev.storefront.fitment.placement.Shelf;
import dev.storefront.fitment.placement.SkuKind;
import dev.storefront.fitment.read.PublicReads;
import dev.storefront.fitment.sku.SkuFitments;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The other way round: which SKUs of a group fit a vehicle. */
@Component
class FittingSkus {

  private static final int CHECKED_AT_ONCE = 500;

  /**
   * Then a page ends, however few of them fit: a call must not take as long as a group is large.
   */
  static final int LOOKED_AT = 5_000;

  private final SkuFitments skus;
  private final FitmentCheck check;
  private final PublicReads reads;

  FittingSkus(SkuFitments skus, FitmentCheck check, PublicReads reads) {
    this.skus = skus;
    this.check = check;
    this.reads = reads;
  }

  @UseCase("list-fitting-skus")
  FittingSkuPage page(
      String client,
      int offset,
      long groupId,
      @Nullable SkuKind kind,
      @Nullable String cursor,
      int limit) {
    String list = "vehicle-skus/" + offset + "/" + groupId + "/" + kind;
    long after = cursor == null ? 0 : Cursor.decodeLong(list, cursor);
    List<FittingSku> fitting = new ArrayList<>();
    Map<Long, Shelf> members;
    int lookedAt = 0;
    do {
      long from = after;
      members = reads.read(() -> skus.members(groupId, kind, from, CHECKED_AT_ONCE));
      lookedAt += members.size();
      Map<Long, SkuFit> answers = new HashMap<>();
      check.answer(client, new int[] {offset}, members, answers);
      for (long skuId : members.keySet()) {
        after = skuId;
        SkuFit fit = answers.getOrDefault(skuId, SkuFit.unknown(skuId, 1));
        if (fit.status() == FitStatus.UNAVAILABLE) {
          throw new BackendUnavailableException(
              "redis", false, new IllegalStateException("a part of the group is away"));
        }
        if (fit.fits()[0]) {
          fitting.add(new FittingSku(skuId, fit.status()));
        }
      }
    } while (fitting.size() <= limit && members.size() == CHECKED_AT_ONCE && lookedAt < LOOKED_AT);
    if (fitting.size() > limit) {
      List<FittingSku> items = List.copyOf(fitting.subList(0, limit));
      return page(list, items, items.get(limit - 1).skuId());
    }
    return members.size() < CHECKED_AT_ONCE
        ? new FittingSkuPage(List.copyOf(fitting), null)
        : page(list, List.copyOf(fitting), after);
  }

  private static FittingSkuPage page(String list, List<FittingSku> items, long last) {
    return new FittingSkuPage(items, Cursor.encode(list, last));
  }
}
