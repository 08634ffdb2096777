package dev.storefront.usertag.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The checker finds what is planted. */
class TagModelTest {

  private final TagModel model = new TagModel();
  private final Told told = new Told();

  @Test
  void a_list_is_right_only_if_it_has_each_user_once_and_nobody_else() {
    model.change("a", "vip", true);
    model.change("b", "vip", true);
    model.change("c", "vip", false);
    model.change("d", "vip", true);
    model.erase("d");
    assertThat(model.faults(tags -> tags.contains("vip"), List.of("b", "a"))).isEmpty();
    assertThat(model.faults(tags -> tags.contains("vip"), List.of("a", "a", "c", "d")))
        .containsExactly(
            "a is there twice", "c is there wrongly", "d is there wrongly", "b is missing");
    assertThat(model.faults(tags -> !tags.contains("vip"), List.of("c"))).isEmpty();
    model.replace(List.of("c"), "vip");
    assertThat(model.faults(tags -> tags.contains("vip"), List.of("c"))).isEmpty();
  }

  @Test
  void a_transition_may_come_again_but_not_as_another_event() {
    told.take("1", "buyers", "a", true);
    told.take("1", "buyers", "a", true);
    told.take("2", "buyers", "a", false);
    told.take("3", "buyers", "b", true);
    assertThat(told.faults()).isEmpty();
    assertThat(told.members("buyers")).containsExactly("b");
    told.take("4", "buyers", "b", true);
    told.take("5", "buyers", "a", false);
    assertThat(told.faults()).containsExactly("b enters buyers twice", "a leaves buyers twice");
  }
}
