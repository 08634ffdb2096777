package dev.storefront.fitment.placement;

import dev.storefront.fitment.bitmap.BlockReader;
import dev.storefront.fitment.bitmap.BlockSpan;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Answers a question about some SKUs from what was read of their shelf. */
final class ShelfAnswer {

  private static final boolean[] NOT_ASKED = {};

  private final ShelfQuestion question;
  private final Map<Long, PlacedFit> fits = new HashMap<>();
  private int missing;

  /** Of each place, the answer about the SKU there if it was asked for. */
  private final boolean[][] fitsByOrdinal = new boolean[Shelf.SIZE][];

  /** Each SKU is that until it is found. */
  private ShelfAnswer(ShelfQuestion question, List<Long> skuIds, PlacedFit.Status unfound) {
    this.question = question;
    this.missing = skuIds.size();
    PlacedFit nowhere = new PlacedFit(unfound, new boolean[question.vehicles()]);
    skuIds.forEach(skuId -> fits.put(skuId, nowhere));
    Arrays.fill(fitsByOrdinal, NOT_ASKED);
  }

  /** The answer if the head of the shelf or what it lists is lost, or not believed. */
  static ShelfAnswer ofLost(ShelfQuestion question, List<Long> skuIds) {
    return new ShelfAnswer(question, skuIds, PlacedFit.Status.ABSENT);
  }

  /** The answer if its node cannot be asked. */
  static ShelfAnswer ofUnreached(ShelfQuestion question, List<Long> skuIds) {
    return new ShelfAnswer(question, skuIds, PlacedFit.Status.UNREACHED);
  }

  /**
   * @param skuIds each once
   * @param part has at least what covers the question
   */
  static ShelfAnswer of(ShelfQuestion question, List<Long> skuIds, ShelfPart part) {
    ShelfAnswer answer = new ShelfAnswer(question, skuIds, PlacedFit.Status.ABSENT);
    part.directory().forEachMember(answer::visit);
    for (ShelfQuestion.Asked asked : question.blocks(part.widths())) {
      answer.read(asked, Objects.requireNonNull(part.blocks().get(asked.block())));
    }
    return answer;
  }

  /** By SKU. */
  Map<Long, PlacedFit> fits() {
    return fits;
  }

  /** True if each of the SKUs is on the shelf. */
  boolean isComplete() {
    return missing == 0;
  }

  private void visit(long skuId, int ordinal, boolean universal) {
    if (fits.containsKey(skuId)) {
      fits.put(skuId, member(ordinal, universal));
      missing--;
    }
  }

  private PlacedFit member(int ordinal, boolean universal) {
    boolean[] ofSku = new boolean[question.vehicles()];
    if (universal) {
      Arrays.fill(ofSku, true);
      return new PlacedFit(PlacedFit.Status.UNIVERSAL, ofSku);
    }
    fitsByOrdinal[ordinal] = ofSku;
    return new PlacedFit(PlacedFit.Status.KNOWN, ofSku);
  }

  private void read(ShelfQuestion.Asked asked, byte[] bytes) {
    BlockReader block =
        new BlockReader(new BlockSpan(asked.width(), asked.block().number()), bytes);
    int[] bits = asked.bits();
    while (block.next()) {
      boolean[] ofSku = fitsByOrdinal[block.ordinal()];
      for (int i = 0; ofSku != NOT_ASKED && i < bits.length; i++) {
        if (block.contains(bits[i])) {
          asked.markAll(i, ofSku);
        }
      }
    }
  }
}
