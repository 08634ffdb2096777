package dev.storefront.fitment.placement;

import dev.storefront.fitment.bitmap.BlockReader;
import dev.storefront.fitment.bitmap.BlockSpan;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Answers a question about some SKUs from what was read of their shelf. */
final class ShelfAnswer {

  private final ShelfQuestion question;
  private final Map<Long, PlacedFit> fits = new HashMap<>();
  private int missing;

  /** Of each place, the answer about the SKU there if it was asked for, else null. */
  private final boolean[] @Nullable [] fitsByOrdinal;

  /**
   * Each SKU is that until it is found.
   *
   * @param places of the shelf
   */
  private ShelfAnswer(
      ShelfQuestion question, List<Long> skuIds, PlacedFit.Status unfound, int places) {
    this.question = question;
    this.missing = skuIds.size();
    this.fitsByOrdinal = new boolean[places][];
    PlacedFit nowhere = new PlacedFit(unfound, new boolean[question.vehicles()]);
    skuIds.forEach(skuId -> fits.put(skuId, nowhere));
  }

  /** The answer if the head of the shelf or what it lists is lost, or not believed. */
  static ShelfAnswer ofLost(ShelfQuestion question, List<Long> skuIds) {
    return new ShelfAnswer(question, skuIds, PlacedFit.Status.ABSENT, 0);
  }

  /** The answer if its node cannot be asked. */
  static ShelfAnswer ofUnreached(ShelfQuestion question, List<Long> skuIds) {
    return new ShelfAnswer(question, skuIds, PlacedFit.Status.UNREACHED, 0);
  }

  /**
   * @param skuIds each once
   * @return null if that part of the shelf has not all blocks that the question is about
   */
  static @Nullable ShelfAnswer of(ShelfQuestion question, List<Long> skuIds, ShelfPart part) {
    List<ShelfQuestion.Asked> blocks = question.blocks(part.widths());
    if (!part.covers(blocks)) {
      return null;
    }
    ShelfDirectory directory = part.directory();
    ShelfAnswer answer =
        new ShelfAnswer(question, skuIds, PlacedFit.Status.ABSENT, directory.places());
    directory.forEachMember(answer::visit);
    for (ShelfQuestion.Asked asked : blocks) {
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
    if (fits.computeIfPresent(skuId, (asked, nowhere) -> member(ordinal, universal)) != null) {
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

  /** Null if nobody asked for the SKU of that place. */
  private boolean @Nullable [] place(int ordinal) {
    Objects.checkIndex(ordinal, Shelf.SIZE);
    return ordinal < fitsByOrdinal.length ? fitsByOrdinal[ordinal] : null;
  }

  private void read(ShelfQuestion.Asked asked, byte[] bytes) {
    BlockReader block =
        new BlockReader(new BlockSpan(asked.width(), asked.block().number()), bytes);
    while (block.next()) {
      boolean[] ofSku = place(block.ordinal());
      for (int i = asked.from(); ofSku != null && i < asked.to(); i++) {
        if (block.contains(asked.bit(i))) {
          asked.markAll(i, ofSku);
        }
      }
    }
  }
}
