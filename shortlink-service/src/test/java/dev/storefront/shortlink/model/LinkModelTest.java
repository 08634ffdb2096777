package dev.storefront.shortlink.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.shortlink.model.LinkModel.Outcome;
import dev.storefront.shortlink.model.LinkModel.Seen;
import dev.storefront.shortlink.model.LinkModel.Span;
import dev.storefront.shortlink.model.LinkModel.Value;
import dev.storefront.shortlink.model.Tenure.Write;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The checker finds what is wrong, and nothing where nothing is. A visit keeps a link for 10 s. */
class LinkModelTest {

  private static final String CODE = "abcde";
  private static final String OLD = "https://example.com/old";
  private static final String NEW = "https://example.com/new";

  private final LinkModel model = new LinkModel(10_000);

  @BeforeEach
  void a_link_is_made() {
    model.granted("lease-1", List.of(CODE), new Span(10, 20));
    write(OLD, 30, 40);
  }

  @Test
  void what_is_right_is_not_blamed() {
    write(NEW, 1_000, 1_100);
    // Not answered yet.
    seen(1_050, 302, OLD, "a");
    seen(1_050, 302, NEW, "a");
    // The other instance does not know yet.
    seen(2_000, 302, OLD, "b");
    seen(1_200, 302, NEW, "a");
    delete(5_000, 5_100, Outcome.DONE);
    seen(8_000, 404, "", "b");
    model.leaseIsOver("lease-1", 9_000);
    model.granted("lease-2", List.of(CODE), new Span(30_000, 30_100));
    write(OLD, 31_000, 31_100);
    seen(34_000, 302, OLD, "b");
    assertThat(model.violations()).isEmpty();
    assertThat(model.comeBack()).isEqualTo(1);
  }

  @Test
  void a_link_that_comes_back_after_its_deletion_is_found() {
    delete(1_000, 1_100, Outcome.DONE);
    seen(1_200, 302, OLD, "a");
    found("302");
  }

  @Test
  void the_old_target_after_an_edit_was_answered_is_found() {
    write(NEW, 1_000, 1_100);
    seen(1_200, 302, OLD, "a");
    found(OLD);
  }

  @Test
  void the_old_target_in_another_instance_after_two_seconds_is_found() {
    write(NEW, 1_000, 1_100);
    seen(3_200, 302, OLD, "b");
    found(OLD);
  }

  @Test
  void an_edit_of_which_nobody_knows_may_hold_or_not_but_not_undo_a_later_one() {
    Write unknown = model.writing(CODE, Value.of(NEW), 1_000, "a");
    model.wrote(unknown, Outcome.UNKNOWN, 1_100);
    seen(1_200, 302, OLD, "a");
    seen(1_300, 302, NEW, "a");
    write(OLD, 2_000, 2_100);
    assertThat(model.violations()).isEmpty();
    seen(2_200, 302, NEW, "a");
    found(NEW);
  }

  @Test
  void a_code_in_two_leases_is_found() {
    model.granted("lease-2", List.of(CODE), new Span(50_000, 50_100));
    found("while lease-1 has it");
  }

  @Test
  void a_code_that_is_handed_out_while_its_link_is_visited_is_found() {
    model.leaseIsOver("lease-1", 100);
    seen(20_000, 302, OLD, "a");
    model.granted("lease-2", List.of(CODE), new Span(29_000, 29_100));
    found("while its link is alive");
  }

  @Test
  void a_link_that_is_gone_while_it_is_visited_is_found() {
    model.recycledUntil(LinkModel.NEVER);
    seen(8_000, 404, "", "a");
    found("404");
  }

  @Test
  void an_idle_link_that_is_gone_though_nobody_recycled_is_found() {
    model.recycledUntil(9_000);
    seen(20_000, 404, "", "a");
    found("404");
    model.recycledUntil(19_000);
    seen(20_000, 404, "", "a");
    assertThat(model.violations()).hasSize(1);
  }

  @Test
  void the_previous_owners_target_after_recycling_is_found() {
    model.leaseIsOver("lease-1", 100);
    model.granted("lease-2", List.of(CODE), new Span(20_000, 20_100));
    seen(20_050, 302, OLD, "a");
    assertThat(model.violations()).isEmpty();
    seen(20_200, 302, OLD, "a");
    found(OLD);
  }

  @Test
  void a_link_that_is_published_after_its_lease_is_found() {
    model.granted("lease-2", List.of("fghij"), new Span(10, 20));
    model.leaseIsOver("lease-2", 1_000);
    Write late = model.writing("fghij", Value.of(NEW), 1_500, "a");
    model.published(late, Outcome.DONE, 1_600);
    found("after its lease");
  }

  @Test
  void an_end_counts_as_exactly_as_clocks_do() {
    Write ending = model.writing(CODE, new Value(NEW, 5_000), 1_000, "a");
    model.wrote(ending, Outcome.DONE, 1_100);
    seen(4_000, 302, NEW, "a");
    seen(5_500, 410, "", "a");
    assertThat(model.violations()).isEmpty();
    seen(5_500, 302, NEW, "a");
    found(NEW);
    model.clocksAreOffBy(1_000);
    seen(5_500, 302, NEW, "a");
    assertThat(model.violations()).hasSize(1);
  }

  @Test
  void an_answer_that_the_contract_does_not_have_is_found() {
    seen(1_000, 500, "", "a");
    found("500");
  }

  private void write(String target, long sent, long got) {
    Write write = model.writing(CODE, Value.of(target), sent, "a");
    model.wrote(write, Outcome.DONE, got);
  }

  private void delete(long sent, long got, Outcome outcome) {
    model.wrote(model.writing(CODE, Value.NOTHING, sent, "a"), outcome, got);
  }

  private void seen(long sent, int status, String location, String via) {
    model.redirected(CODE, new Span(sent, sent + 10), via, new Seen(status, location));
  }

  private void found(String what) {
    assertThat(model.violations()).hasSize(1).first().asString().contains(what);
  }
}
