package dev.storefront.history.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RankingTest {

  @Test
  void the_latest_view_of_each_sku_comes_first_whatever_the_order_and_however_often() {
    List<View> once = List.of(v(1, 10), v(2, 30), v(1, 40), v(3, 30), v(2, 5));
    List<View> views = new ArrayList<>(once);
    views.addAll(once);
    for (int seed = 0; seed < 20; seed++) {
      Collections.shuffle(views, new Random(seed));
      assertThat(Ranking.latest(views, Deletions.NONE, 0, 200))
          .containsExactly(v(1, 40), v(3, 30), v(2, 30));
    }
  }

  @Test
  void nothing_too_old_shows_and_no_more_than_the_limit() {
    List<View> views = List.of(v(1, 10), v(2, 20), v(3, 30));
    assertThat(Ranking.latest(views, Deletions.NONE, 20, 200)).containsExactly(v(3, 30), v(2, 20));
    assertThat(Ranking.latest(views, Deletions.NONE, 0, 1)).containsExactly(v(3, 30));
  }

  @Test
  void a_deletion_hides_views_up_to_its_time_and_yields_to_later_ones() {
    Deletions gone = new Deletions(-1, Map.of(1L, 20L, 2L, 20L));
    List<View> views = List.of(v(1, 20), v(2, 10), v(2, 21), v(3, 5));
    assertThat(Ranking.latest(views, gone, 0, 200)).containsExactly(v(2, 21), v(3, 5));
    assertThat(Ranking.latest(views, new Deletions(20, Map.of()), 0, 200))
        .containsExactly(v(2, 21));
  }

  @Test
  void two_lists_come_as_one_newest_first_without_what_is_too_old() {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      List<View> some = views(random);
      List<View> others = views(random);
      if (random.nextBoolean()) {
        others = new ArrayList<>(others);
        others.addAll(some);
        others.sort(View.NEWEST_FIRST.reversed());
      }
      List<View> all = new ArrayList<>();
      Ranking.newestFirst(decoded(some), decoded(others), 3).forEachRemaining(all::add);
      assertThat(all)
          .isEqualTo(
              Stream.concat(some.stream(), others.stream())
                  .filter(view -> view.viewedAt() >= 3)
                  .sorted(View.NEWEST_FIRST)
                  .toList());
    }
    assertThat(Ranking.newestFirst(List.of(), List.of(), 0)).isExhausted();
    assertThatExceptionOfType(NoSuchElementException.class)
        .isThrownBy(Ranking.newestFirst(List.of(v(1, 2)), List.of(), 3)::next);
  }

  /** Oldest first, some of one time. */
  private static List<View> views(Random random) {
    return random
        .ints(random.nextInt(20), 0, 30)
        .mapToObj(n -> v(1 + n, n / 3))
        .sorted(View.NEWEST_FIRST.reversed())
        .toList();
  }

  private static List<View> decoded(List<View> views) {
    return PackedViews.decode(PackedViews.encode(views));
  }

  @Test
  void one_view_of_each_group_is_chosen_until_there_is_no_more_room() {
    Ranking ranking = Ranking.choosing(2, Map.of());
    Group spu = new Group(Group.Kind.SPU, 7);
    assertThat(ranking.choose(v(1, 9), spu)).isTrue();
    assertThat(ranking.choose(v(2, 8), spu)).isFalse();
    assertThat(ranking.isFull()).isFalse();
    assertThat(ranking.choose(v(3, 6), new Group(Group.Kind.MAIN_SKU, 7))).isTrue();
    assertThat(ranking.isFull()).isTrue();
    assertThat(ranking.choose(v(4, 5), Group.ofSku(7))).isFalse();
  }

  @Test
  void a_sku_shows_once_also_when_its_group_is_learned_between_two_of_its_views() {
    Ranking ranking = Ranking.choosing(200, Map.of());
    assertThat(ranking.choose(v(1, 9), Group.ofSku(1))).isTrue();
    assertThat(ranking.choose(v(1, 8), new Group(Group.Kind.SPU, 7))).isFalse();
  }

  @Test
  void a_deleted_group_hides_its_older_skus_and_shows_its_later_ones() {
    Group spu = new Group(Group.Kind.SPU, 7);
    Ranking ranking = Ranking.choosing(200, Map.of(spu, 20L));
    assertThat(ranking.choose(v(1, 20), spu)).isFalse();
    assertThat(ranking.choose(v(2, 19), spu)).isFalse();
    assertThat(Ranking.choosing(200, Map.of(spu, 20L)).choose(v(2, 21), spu)).isTrue();
    assertThat(ranking.choose(v(7, 5), Group.ofSku(7))).isTrue();
  }

  private static View v(long skuId, long viewedAt) {
    return new View(skuId, viewedAt);
  }
}
