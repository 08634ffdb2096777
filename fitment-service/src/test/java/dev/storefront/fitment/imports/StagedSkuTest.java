package dev.storefront.fitment.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.fitment.note.FitmentNote;
import dev.storefront.fitment.note.NewNote;
import dev.storefront.fitment.placement.ProductIds;
import dev.storefront.fitment.placement.SkuKind;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StagedSkuTest {

  private static final int SKU = 7;
  private static final int BOUND = 4 * 1024 * 1024;

  private final StagedSku sku = new StagedSku(SKU);

  @Test
  void applications_with_the_same_note_add_up() {
    sku.add(app(1, "left", 3));
    sku.add(app(2, "right", 2));
    sku.add(app(3, "left", 1, 2));

    assertThat(sku.pairs()).isEqualTo(3);
    List<NewNote> notes = sku.notes();
    assertThat(notes).extracting(n -> n.note().text()).containsExactly("left", "right");
    assertThat(notes.get(0).offsets()).containsExactly(1, 2, 3);
    assertThat(notes.get(1).offsets()).containsExactly(2);
  }

  @Test
  void notes_of_any_number_and_length_take_bounded_memory_and_no_vehicle_is_missed() {
    for (int n = 1; n <= 5_000; n++) {
      sku.add(app(n, String.format("%2000d", n), n));
    }

    assertThat(sku.pairs()).isEqualTo(5_000);
    assertThat(bytes(sku.notes())).isGreaterThan(BOUND - 5_000).isLessThanOrEqualTo(BOUND);
  }

  @Test
  void the_vehicles_of_notes_count_too() {
    int[] many = IntStream.rangeClosed(1, 10_000).toArray();
    for (int n = 1; n <= 1_000; n++) {
      sku.add(app(n, "note " + n, many));
    }

    assertThat(sku.pairs()).isEqualTo(10_000);
    assertThat(sku.notes().size()).isBetween(90, BOUND / (4 * many.length));
    assertThat(bytes(sku.notes())).isLessThanOrEqualTo(BOUND);
  }

  private static long bytes(List<NewNote> notes) {
    return notes.stream()
        .mapToLong(n -> 2L * n.note().text().length() + 4L * n.offsets().length)
        .sum();
  }

  static StagedApp app(long number, String note, int... offsets) {
    return new StagedApp(
        number,
        SKU,
        new ProductIds(SkuKind.SELF, null, 7L, null),
        offsets,
        new FitmentNote("", "", null, note));
  }
}
