package dev.storefront.history.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowDraftTest {

  private static final long DAY = Duration.ofDays(1).toMillis();
  private static final long AS_OF = 1_790_000_000_000L;

  private final RowDraft draft = new RowDraft(AS_OF);

  @Test
  void a_sku_stands_once_with_its_latest_view() {
    draft.viewed(new View(7, AS_OF - 300));
    draft.viewed(new View(8, AS_OF - 200));
    draft.viewed(new View(7, AS_OF - 100));
    draft.viewed(new View(7, AS_OF - 400));

    assertThat(draft.row()).containsExactly(new View(7, AS_OF - 100), new View(8, AS_OF - 200));
    assertThat(draft.viewsTaken()).isEqualTo(4);
  }

  @Test
  void a_view_60_days_old_counts_and_an_older_one_does_not() {
    draft.viewed(new View(7, AS_OF - 60 * DAY));
    draft.viewed(new View(8, AS_OF - 60 * DAY - 1));

    assertThat(draft.row()).containsExactly(new View(7, AS_OF - 60 * DAY));
  }

  @Test
  void a_deletion_takes_views_up_to_its_time_and_a_later_one_shows() {
    draft.deleted(7, AS_OF - 500);
    draft.deleted(7, AS_OF - 900);
    draft.deleted(8, AS_OF - 500);
    draft.viewed(new View(7, AS_OF - 500));
    draft.viewed(new View(8, AS_OF - 499));

    assertThat(draft.row()).containsExactly(new View(8, AS_OF - 499));
  }

  /** A job that was begun twice may have read the pause before its end and after it. */
  @Test
  void of_two_pauses_that_begin_at_once_the_one_with_an_end_counts() {
    draft.paused(new Pauses.Pause(AS_OF - 900, Pauses.Pause.OPEN));
    draft.paused(new Pauses.Pause(AS_OF - 900, AS_OF - 500));
    draft.paused(new Pauses.Pause(AS_OF - 900, Pauses.Pause.OPEN));
    draft.viewed(new View(7, AS_OF - 600));
    draft.viewed(new View(8, AS_OF - 400));

    assertThat(draft.row()).containsExactly(new View(8, AS_OF - 400));
  }

  @Test
  void a_clearing_takes_all_up_to_its_time() {
    draft.cleared(AS_OF - 500);
    draft.cleared(AS_OF - 700);
    draft.viewed(new View(7, AS_OF - 500));
    draft.viewed(new View(8, AS_OF - 600));

    assertThat(draft.row()).isEmpty();
  }

  @Test
  void what_was_deleted_makes_room_for_older_views() {
    for (int sku = 1; sku <= 50; sku++) {
      draft.deleted(sku, AS_OF);
    }
    for (int sku = 1; sku <= 260; sku++) {
      draft.viewed(new View(sku, AS_OF - sku));
    }

    assertThat(draft.row()).hasSize(200).contains(new View(250, AS_OF - 250));
  }

  @Test
  void as_many_pauses_count_as_are_remembered_the_latest() {
    for (int pause = Pauses.MOST; pause >= 0; pause--) {
      draft.paused(new Pauses.Pause(AS_OF - 10_000 + 10 * pause, AS_OF - 9_995 + 10 * pause));
    }
    draft.viewed(new View(7, AS_OF - 10_000));
    draft.viewed(new View(8, AS_OF - 9_990));
    draft.viewed(new View(9, AS_OF - 10_000 + 10 * Pauses.MOST));

    assertThat(draft.row()).containsExactly(new View(7, AS_OF - 10_000));
  }

  /** One user who deletes without end must not take the memory of a job that works for all. */
  @Test
  void of_more_deletions_than_a_draft_holds_none_lets_a_view_come_back() {
    int many = 50_000;
    for (int sku = 1; sku <= many; sku++) {
      draft.deleted(sku, AS_OF - many + sku);
    }
    for (int sku = 1; sku <= many; sku += 1_000) {
      draft.viewed(new View(sku, AS_OF - many + sku));
    }
    draft.viewed(new View(many, AS_OF + 1));
    draft.viewed(new View(many + 1, AS_OF));

    assertThat(draft.row()).containsExactly(new View(many, AS_OF + 1), new View(many + 1, AS_OF));
    assertThat(draft.deletionsHeld()).isLessThanOrEqualTo(20_000);
  }

  @Test
  void a_deletion_that_comes_after_views_is_a_fault_of_the_caller() {
    draft.viewed(new View(7, AS_OF));

    assertThatThrownBy(() -> draft.deleted(7, AS_OF)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> draft.cleared(AS_OF)).isInstanceOf(IllegalStateException.class);
  }

  /** Against all views at once, in whatever order they come and however many are let go of. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void many_views_give_the_row_that_all_of_them_at_once_give(long seed) {
    Random random = new Random(seed);
    Map<Long, Long> gone = new HashMap<>();
    for (int i = 0; i < 200; i++) {
      gone.merge(1 + random.nextLong(600), AS_OF - random.nextLong(70 * DAY), Math::max);
    }
    long cleared = AS_OF - 40 * DAY - random.nextLong(20 * DAY);
    List<View> views = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      views.add(new View(1 + random.nextLong(600), AS_OF - random.nextLong(70 * DAY)));
    }
    draft.cleared(cleared);
    gone.forEach(draft::deleted);
    views.forEach(draft::viewed);

    assertThat(draft.row())
        .hasSize(200)
        .isEqualTo(Ranking.latest(views, new Deletions(cleared, gone), AS_OF - 60 * DAY, 200));
  }
}
