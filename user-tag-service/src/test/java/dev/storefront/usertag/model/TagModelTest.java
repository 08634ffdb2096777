package dev.storefront.usertag.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.usertag.model.Register.Span;
import dev.storefront.usertag.model.TagModel.Change;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The model is shown wrong answers, and finds each; and right ones, also such as are unsure. */
class TagModelTest {

  private static final Audience NOT_VIP =
      new Audience("NOT vip", List.of("vip"), tags -> !tags.contains("vip"));

  private final TagModel model = new TagModel();
  private final Told told = new Told();

  /** By now "a" and "b" have the tag, "c" had it and is known, and nobody else. */
  @BeforeEach
  void begin() {
    done(model.makeTag("vip", 1), 2);
    done(model.define("vip", Audience.of("vip"), 1), 2);
    done(model.define("NOT vip", NOT_VIP, 1), 2);
    List.of("a", "b", "c").forEach(user -> done(model.mark(user, "vip", true, 10), 19));
    done(model.mark("c", "vip", false, 20), 29);
  }

  @Test
  void right_answers_have_no_fault() {
    assertThat(list(30, "b", "a")).isEmpty();
    assertThat(model.faultsOfList("NOT vip", at(30), List.of("c"))).isEmpty();
    assertThat(model.faultsOfCount("vip", at(30), 2)).isEmpty();
    assertThat(model.faultsOfTags("a", at(30), List.of("vip"))).isEmpty();
    assertThat(model.faultsOfTags("c", at(30), List.of())).isEmpty();
    assertThat(model.faultsOfMember("vip", at(30), "a", true)).isEmpty();
  }

  @Test
  void a_user_who_is_there_twice_or_wrongly_or_missing_is_found() {
    assertThat(list(30, "a", "a", "c", "d"))
        .containsExactlyInAnyOrder(
            "a is there twice", "c is there wrongly", "d is there and was never", "b is missing");
  }

  @Test
  void a_count_that_nobody_can_have_counted_is_found() {
    assertThat(model.faultsOfCount("vip", at(30), 3)).hasSize(1);
    assertThat(model.faultsOfCount("vip", at(30), 1)).hasSize(1);
    assertThat(model.faultsOfCount("NOT vip", at(30), 0)).hasSize(1);
  }

  @Test
  void one_of_two_directions_that_lags_is_found() {
    done(model.mark("a", "vip", false, 40), 49);
    assertThat(list(50, "b")).isEmpty();
    assertThat(model.faultsOfTags("a", at(50), List.of("vip"))).hasSize(1);
    assertThat(model.faultsOfTags("a", at(50), List.of())).isEmpty();
    assertThat(list(50, "a", "b")).containsExactly("a is there wrongly");
    assertThat(model.faultsOfMember("vip", at(50), "a", true)).hasSize(1);
  }

  @Test
  void what_is_under_way_or_was_not_answered_may_hold_or_not_but_not_undo_a_later_change() {
    Change unknown = model.mark("a", "vip", false, 40);
    assertThat(list(50, "a", "b")).isEmpty();
    assertThat(list(50, "b")).isEmpty();
    assertThat(model.faultsOfCount("vip", at(50), 1)).isEmpty();
    model.done(unknown, 59);
    done(model.mark("a", "vip", true, 60), 69);
    assertThat(list(70, "b")).containsExactly("a is missing");
  }

  @Test
  void a_change_that_was_lost_for_a_moment_only_is_found() {
    done(model.mark("a", "vip", false, 40), 49);
    done(model.mark("a", "vip", true, 50), 59);
    assertThat(list(45, "b")).as("at the time it was right").isEmpty();
    assertThat(list(60, "b")).containsExactly("a is missing");
  }

  @Test
  void an_event_that_is_older_than_what_is_known_and_counts_is_found() {
    model.told("e", "vip", true, 40, 1_000_002);
    model.told("e", "vip", false, 41, 1_000_001);
    assertThat(model.faultsOfTags("e", at(50), List.of())).as("not all is told yet").isEmpty();
    model.allToldBy(60);
    assertThat(model.faultsOfTags("e", at(70), List.of("vip"))).isEmpty();
    assertThat(model.faultsOfTags("e", at(70), List.of())).hasSize(1);
  }

  @Test
  void an_import_that_undoes_what_came_after_it_is_found() {
    Change replacing = model.replace("vip", Set.of("c"), 40);
    model.accepted(replacing, 45);
    done(model.mark("a", "vip", true, 50), 59);
    assertThat(list(60, "a", "b")).as("it is under way").isEmpty();
    assertThat(list(60, "a", "c")).isEmpty();
    assertThat(list(60, "c")).containsExactly("a is missing");
    model.done(replacing, 65);
    assertThat(list(70, "a", "c")).isEmpty();
    assertThat(list(70, "a", "b", "c")).containsExactly("b is there wrongly");
  }

  @Test
  void an_import_that_takes_a_tag_from_one_whom_it_gives_it_is_found() {
    Change adding = model.among("vip", Set.of("c"), true, 40);
    Change replacing = model.replace("vip", Set.of("a", "c"), 50);
    assertThat(list(54, "a", "b")).as("neither is done").isEmpty();
    model.done(adding, 55);
    assertThat(list(60, "a", "b", "c")).isEmpty();
    assertThat(list(60, "a", "c")).isEmpty();
    assertThat(list(60, "a", "b")).containsExactly("c is missing");
    assertThat(list(60, "b", "c")).containsExactly("a is missing");
    model.done(replacing, 65);
    assertThat(list(70, "a", "c")).isEmpty();
    assertThat(list(70, "a")).containsExactly("c is missing");
  }

  @Test
  void a_user_who_is_erased_and_belongs_to_an_audience_is_found() {
    done(model.erase("c", 40), 49);
    done(model.erase("a", 40), 49);
    assertThat(model.faultsOfList("NOT vip", at(50), List.of())).isEmpty();
    assertThat(model.faultsOfList("NOT vip", at(50), List.of("c")))
        .containsExactly("c is there wrongly");
    assertThat(list(50, "a", "b")).containsExactly("a is there wrongly");
  }

  @Test
  void a_tag_that_is_deleted_and_answers_or_is_there_and_refuses_is_found() {
    assertThat(model.faultsOfUnknownTag("vip", at(30))).hasSize(1);
    Change deletion = model.deleteTag("vip", 40);
    assertThat(model.faultsOfUnknownTag("vip", at(45))).isEmpty();
    assertThat(list(45, "a", "b")).isEmpty();
    model.done(deletion, 49);
    assertThat(model.faultsOfUnknownTag("vip", at(50))).isEmpty();
    assertThat(list(50)).containsExactly("answered though a tag does not exist");
    done(model.makeTag("vip", 60), 69);
    assertThat(list(70)).isEmpty();
    assertThat(list(70, "a")).as("a user of the one before").containsExactly("a is there wrongly");
  }

  @Test
  void an_audience_that_is_still_what_it_was_before_an_edit_is_found() {
    done(model.define("@some", Audience.of("vip"), 30), 31);
    Change edit = model.define("@some", NOT_VIP, 40);
    assertThat(model.faultsOfList("@some", at(45), List.of("a", "b"))).isEmpty();
    model.done(edit, 49);
    assertThat(model.faultsOfList("@some", at(50), List.of("c"))).isEmpty();
    assertThat(model.faultsOfList("@some", at(50), List.of("a", "b"))).hasSize(3);
  }

  @Test
  void what_is_forgotten_changes_no_verdict() {
    done(model.mark("a", "vip", false, 40), 49);
    model.forgetBefore(50);
    assertThat(list(50, "b")).isEmpty();
    assertThat(list(50, "a", "b")).containsExactly("a is there wrongly");
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

  private void done(Change change, long now) {
    model.done(change, now);
  }

  private List<String> list(long now, String... said) {
    return model.faultsOfList("vip", at(now), List.of(said));
  }

  private static Span at(long now) {
    return new Span(now, now + 1);
  }
}
