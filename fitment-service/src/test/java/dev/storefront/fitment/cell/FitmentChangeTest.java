package dev.storefront.fitment.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.storefront.fitment.bitmap.EncodedSegment;
import dev.storefront.fitment.placement.EncodedShelf;
import dev.storefront.fitment.placement.Group;
import dev.storefront.fitment.placement.Shelf;
import dev.storefront.fitment.placement.ShelfClusters;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

class FitmentChangeTest {

  private static final JsonMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  @Test
  void what_is_read_is_what_was_written() {
    EncodedShelf shelf = shelf(100);
    FitmentChange change = FitmentChange.of(shelf, "a", 1_000);
    EncodedShelf read =
        JSON.readValue(JSON.writeValueAsBytes(change), FitmentChange.class).encoded().orElseThrow();
    assertThat(read).usingRecursiveComparison().isEqualTo(shelf);
    assertThat(JSON.readValue(JSON.writeValueAsBytes(change), ShelfChanged.class).anyDirectory())
        .containsExactly(1, 2);
    assertThat(change.key()).isEqualTo("700");
    assertThat(change.changedShelf()).isEqualTo(shelf.shelf());
  }

  @Test
  void an_event_stays_well_below_what_a_broker_takes() {
    FitmentChange largest = FitmentChange.of(shelf(384 * 1024 - 2), "a", 1_000);
    assertThat(largest.contents()).isNotNull();
    assertThat(JSON.writeValueAsBytes(largest).length).isLessThan(600_000);

    FitmentChange tooLarge = FitmentChange.of(shelf(384 * 1024), "a", 1_000);
    assertThat(tooLarge.contents()).isNull();
    assertThat(tooLarge.encoded()).isEmpty();
    assertThat(tooLarge.revision()).isEqualTo(12);
    assertThat(JSON.readValue(JSON.writeValueAsBytes(tooLarge), ShelfChanged.class).anyDirectory())
        .containsExactly(1, 2);
  }

  @Test
  void blocks_without_a_width_are_refused() {
    TreeMap<Integer, byte[]> blocks = new TreeMap<>();
    blocks.put(1, new byte[] {1});
    assertThatIllegalArgumentException().isThrownBy(() -> new EncodedSegment(0, blocks));
  }

  private static EncodedShelf shelf(int blockBytes) {
    TreeMap<Integer, byte[]> blocks = new TreeMap<>();
    blocks.put(7, new byte[blockBytes]);
    TreeMap<Integer, EncodedSegment> segments = new TreeMap<>();
    segments.put(3, new EncodedSegment(256, blocks));
    return new EncodedShelf(
        new Shelf(Group.pop(700, 42L), 0),
        new ShelfClusters("pop1", "pop2"),
        12,
        11,
        new byte[] {1, 2},
        segments);
  }
}
