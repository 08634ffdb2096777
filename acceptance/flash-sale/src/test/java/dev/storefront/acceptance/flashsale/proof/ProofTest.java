package dev.storefront.acceptance.flashsale.proof;

import static dev.storefront.acceptance.flashsale.proof.RunByHand.ONE;
import static dev.storefront.acceptance.flashsale.proof.RunByHand.TWO;
import static dev.storefront.acceptance.flashsale.proof.RunByHand.both;
import static dev.storefront.acceptance.flashsale.proof.RunByHand.content;
import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.acceptance.flashsale.proof.Books.Balance;
import dev.storefront.acceptance.flashsale.proof.Sale.Limit;
import dev.storefront.acceptance.flashsale.proof.Violation.Rule;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is right passes, and each fault that is planted is found. */
class ProofTest {

  private static final Content AL = content("al", ONE, 2);
  private static final Content BO = content("bo", ONE, 2);
  private static final Content CY = content("cy", ONE, 1);

  private final RunByHand byHand = new RunByHand();

  @Test
  void a_sale_as_it_should_be_has_no_violations() {
    byHand
        .sale(ONE, 3, Limit.PIN, 2)
        .grabbed("A", AL, 10, 20)
        .repeated("A", AL, 10, 30, 40)
        .refused("B", BO, 30, 40, "sold-out")
        .grabbed("C", CY, 50, 60)
        .paid("A", AL, 70, 80)
        .read("A", AL, 90, 95, "PAID")
        .cancelled("C", CY, 100, 110, false)
        .booked("A", AL, "PAID", "")
        .booked("C", CY, "CANCELLED", "USER");

    finds();
  }

  @Test
  void what_was_given_back_may_be_sold_again_while_the_cancel_is_under_way() {
    byHand
        .sale(ONE, 2, Limit.NONE, 0)
        .grabbed("A", AL, 10, 20)
        .cancelled("A", AL, 30, 60, false)
        .grabbed("B", BO, 40, 50)
        .booked("A", AL, "CANCELLED", "USER")
        .booked("B", BO, "GRABBED", "");

    finds();
  }

  @Test
  void an_oversell_is_found_also_if_it_was_over_when_the_books_were_read() {
    byHand
        .sale(ONE, 3, Limit.NONE, 0)
        .grabbed("A", AL, 10, 20)
        .grabbed("B", BO, 30, 40)
        .cancelled("A", AL, 60, 70, false)
        .booked("A", AL, "CANCELLED", "USER")
        .booked("B", BO, "GRABBED", "");

    finds(Rule.OVERSOLD);
  }

  @Test
  void an_oversell_is_found_in_the_books_also_if_no_reply_told_of_it() {
    byHand
        .sale(ONE, 3, Limit.NONE, 0)
        .grabbed("A", AL, 10, 20)
        .unanswered("B", BO, 30, 40)
        .booked("A", AL, "GRABBED", "")
        .booked("B", BO, "GRABBED", "");

    finds(Rule.OVERSOLD);
  }

  @Test
  void a_lost_order_is_found() {
    byHand.sale(ONE, 3, Limit.NONE, 0).grabbed("A", AL, 10, 20);

    finds(Rule.LOST);
  }

  @Test
  void an_order_that_lost_one_of_its_items_is_found() {
    byHand
        .sale(ONE, 3, Limit.NONE, 0)
        .sale(TWO, 3, Limit.NONE, 0)
        .grabbed("A", both("al", 2), 10, 20)
        .booked("A", AL, "GRABBED", "");

    finds(Rule.LOST, Rule.NOT_AS_ASKED);
  }

  @Test
  void an_order_that_was_given_back_for_no_reason_is_found() {
    byHand
        .sale(ONE, 3, Limit.NONE, 0)
        .grabbed("A", AL, 10, 20)
        .booked("A", AL, "CANCELLED", "PAYMENT_TIMEOUT");

    finds(Rule.LOST);
  }

  @Test
  void a_duplicate_row_is_found() {
    byHand
        .sale(ONE, 3, Limit.NONE, 0)
        .grabbed("A", AL, 10, 20)
        .booked("A", AL, "GRABBED", "")
        .entry("A", ONE, 1, "GRAB", 2);

    finds(Rule.TWICE, Rule.TWICE);
  }

  @Test
  void an_earlier_attempt_that_was_never_cancelled_is_found() {
    byHand
        .sale(ONE, 4, Limit.NONE, 0)
        .grabbed("A", AL, 10, 20)
        .booked("A", AL, "GRABBED", "", 7)
        .entry("A", ONE, 3, "GRAB", 2);

    finds(Rule.TWICE);
  }

  @Test
  void an_unjustified_refusal_is_found() {
    byHand
        .sale(ONE, 3, Limit.PIN, 2)
        .grabbed("A", CY, 10, 20)
        .refused("B", BO, 30, 40, "sold-out")
        .refused("C", CY, 50, 60, "limit-reached")
        .refused("D", BO, 70, 80, "limit-reached")
        .booked("A", CY, "GRABBED", "");

    finds(Rule.UNJUSTIFIED, Rule.UNJUSTIFIED, Rule.UNJUSTIFIED);
  }

  @Test
  void what_was_pending_or_has_no_answer_justifies_a_refusal() {
    byHand
        .sale(ONE, 2, Limit.PIN, 2)
        .unanswered("A", AL, 10, 20)
        .refused("B", BO, 500, 510, "sold-out")
        .sale(TWO, 2, Limit.PIN, 2)
        .refused("C", both("cy", 1), 600, 700, "sold-out")
        .refused("D", content("dy", TWO, 2), 690, 710, "sold-out");

    finds();
  }

  @Test
  void what_was_refused_before_justifies_nothing() {
    byHand
        .sale(ONE, 2, Limit.NONE, 0)
        .refused("A", AL, 10, 20, "too-busy")
        .refused("B", BO, 30, 40, "sold-out");

    finds(Rule.UNJUSTIFIED);
  }

  @Test
  void a_sold_out_that_is_remembered_for_too_long_is_found() {
    byHand
        .soldOutKept(1_000)
        .sale(ONE, 2, Limit.NONE, 0)
        .grabbed("A", AL, 10, 20)
        .cancelled("A", AL, 30, 40, false)
        .refused("B", BO, 1_030, 1_035, "sold-out")
        .refused("C", BO, 3_000, 3_010, "sold-out")
        .booked("A", AL, "CANCELLED", "USER");

    finds(Rule.UNJUSTIFIED);
  }

  @Test
  void a_broken_limit_is_found() {
    byHand
        .sale(ONE, 10, Limit.IP_AND_PIN, 3)
        .grabbed("A", AL, 10, 20)
        .grabbed("B", AL, 30, 40)
        .booked("A", AL, "GRABBED", "")
        .booked("B", AL, "GRABBED", "");

    // Of the address, and of the account.
    finds(Rule.LIMIT_BROKEN, Rule.LIMIT_BROKEN);
  }

  @Test
  void a_second_answer_that_differs_is_found() {
    byHand
        .sale(ONE, 10, Limit.NONE, 0)
        .grabbed("A", AL, 10, 20)
        .repeated("A", AL, 11, 30, 40)
        .booked("A", AL, "GRABBED", "");

    finds(Rule.OTHER_ANSWER);
  }

  @Test
  void a_repeat_that_is_refused_or_is_called_new_is_found() {
    byHand
        .sale(ONE, 2, Limit.NONE, 0)
        .grabbed("A", AL, 10, 20)
        .grabbed("A", AL, 10, 22)
        .refused("A", AL, 30, 40, "ended")
        .booked("A", AL, "GRABBED", "");

    finds(Rule.OTHER_ANSWER, Rule.OTHER_ANSWER, Rule.UNJUSTIFIED);
  }

  @Test
  void a_paid_order_that_was_given_back_is_found() {
    byHand
        .sale(ONE, 3, Limit.NONE, 0)
        .grabbed("A", AL, 10, 20)
        .paid("A", AL, 30, 40)
        .booked("A", AL, "CANCELLED", "PAYMENT_TIMEOUT");

    finds(Rule.TWO_WINNERS);
  }

  @Test
  void an_order_that_was_paid_and_cancelled_by_its_buyer_is_found() {
    byHand
        .sale(ONE, 3, Limit.NONE, 0)
        .grabbed("A", AL, 10, 20)
        .paid("A", AL, 30, 60)
        .cancelled("A", AL, 30, 50, false)
        .booked("A", AL, "CANCELLED", "USER");

    finds(Rule.TWO_WINNERS, Rule.TWO_WINNERS);
  }

  @Test
  void a_service_may_cancel_what_was_paid() {
    byHand
        .sale(ONE, 3, Limit.NONE, 0)
        .grabbed("A", AL, 10, 20)
        .paid("A", AL, 30, 40)
        .cancelled("A", AL, 50, 60, true)
        .booked("A", AL, "CANCELLED", "USER");

    finds();
  }

  @Test
  void a_payment_that_is_refused_for_nothing_and_one_that_is_forgotten_are_found() {
    byHand
        .sale(ONE, 5, Limit.NONE, 0)
        .grabbed("A", AL, 10, 20)
        .payRefused("A", 30, 40, "grab-released")
        .payRefused("A", 50, 60, "order-not-found")
        .grabbed("B", BO, 10, 20)
        .paid("B", BO, 30, 40)
        .read("B", BO, 50, 60, "GRABBED")
        .booked("A", AL, "GRABBED", "")
        .booked("B", BO, "GRABBED", "");

    finds(Rule.UNJUSTIFIED, Rule.LOST, Rule.OTHER_ANSWER, Rule.TWO_WINNERS);
  }

  @Test
  void an_order_that_was_refused_and_is_in_the_books_is_found() {
    byHand
        .sale(ONE, 3, Limit.NONE, 0)
        .refused("A", AL, 10, 20, "too-busy")
        .booked("A", AL, "GRABBED", "")
        .booked("B", CY, "GRABBED", "");

    finds(Rule.INVENTED, Rule.NOT_AS_ASKED, Rule.INVENTED);
  }

  @Test
  void selling_out_of_time_is_found() {
    byHand
        .sale(ONE, 9, Limit.NONE, 0, 1_000, 2_000)
        .sale(TWO, 9, Limit.NONE, 0)
        .grabbed("A", AL, 10, 20)
        .grabbed("B", BO, 2_500, 2_600)
        .stopped(TWO, 10, 20)
        .grabbed("C", content("cy", TWO, 1), 30, 40)
        .refused("D", CY, 1_500, 1_510, "not-started")
        .booked("A", AL, "GRABBED", "")
        .booked("B", BO, "GRABBED", "")
        .booked("C", content("cy", TWO, 1), "GRABBED", "");

    finds(Rule.OUT_OF_TIME, Rule.OUT_OF_TIME, Rule.OUT_OF_TIME, Rule.UNJUSTIFIED);
  }

  @Test
  void a_rate_limit_is_justified_by_as_many_attempts_in_its_window_only() {
    byHand
        .sale(ONE, 9, Limit.NONE, 0)
        .refused("A", CY, 5_000, 5_010, "promotion-rate-limited")
        .grabbed("B", CY, 9_000, 9_010)
        .grabbed("C", CY, 9_100, 9_110)
        .grabbed("D", CY, 9_200, 9_210)
        .refused("E", CY, 9_300, 9_310, "promotion-rate-limited")
        .booked("B", CY, "GRABBED", "")
        .booked("C", CY, "GRABBED", "")
        .booked("D", CY, "GRABBED", "");

    finds(Rule.UNJUSTIFIED);
  }

  @Test
  void what_was_given_up_long_ago_justifies_no_rate_limit() {
    byHand.sale(ONE, 9, Limit.NONE, 0);
    for (int i = 0; i < 10; i++) {
      byHand.unanswered("U" + i, CY, 10, 20);
    }
    byHand
        .refused("A", CY, 14_000, 14_010, "promotion-rate-limited")
        .refused("B", CY, 17_000, 17_010, "promotion-rate-limited");

    finds(Rule.UNJUSTIFIED);
  }

  @Test
  void a_rate_that_was_exceeded_is_found() {
    byHand.sale(ONE, 99, Limit.NONE, 0).sale(TWO, 99, Limit.NONE, 0);
    for (int i = 0; i < 7; i++) {
      // Of at most 3 in a second, 7 within a second and 7 within a little more.
      Content one = content("pin-" + i, ONE, 1);
      Content two = content("pin-" + i, TWO, 1);
      byHand
          .grabbed("A" + i, one, 100 + 10 * i, 900 + 10 * i)
          .booked("A" + i, one, "GRABBED", "")
          .grabbed("B" + i, two, 100 + 100 * i, 600 + 100 * i)
          .booked("B" + i, two, "GRABBED", "");
    }

    finds(Rule.RATE_EXCEEDED);
  }

  @Test
  void a_conflict_that_the_accepted_content_meets_is_found() {
    byHand
        .sale(ONE, 9, Limit.NONE, 0)
        .grabbed("A", AL, 10, 20)
        .refused("A", CY, 30, 40, "order-conflict")
        .refused("A", AL, 50, 60, "order-conflict")
        .booked("A", AL, "GRABBED", "");

    finds(Rule.UNJUSTIFIED);
  }

  @Test
  void a_conflict_is_justified_by_what_came_first_and_by_a_cancel() {
    byHand
        .sale(ONE, 9, Limit.NONE, 0)
        .refused("A", CY, 10, 60, "too-busy")
        .refused("A", AL, 20, 30, "order-conflict")
        .grabbed("A", AL, 70, 80)
        .cancelled("A", AL, 90, 100, false)
        .refused("A", AL, 95, 110, "order-conflict")
        .booked("A", AL, "CANCELLED", "USER");

    finds();
  }

  @Test
  void a_run_in_which_hardly_anything_was_accepted_proves_nothing() {
    byHand
        .sale(ONE, 9, Limit.NONE, 0)
        .grabbed("A", AL, 10, 20)
        .repeated("A", AL, 10, 30, 40)
        .refused("B", BO, 50, 60, "too-busy")
        .unanswered("C", CY, 70, 80);

    assertThat(Weight.check(byHand.run(), 1)).isEmpty();
    assertThat(Weight.check(byHand.run(), 2).map(Violation::toString))
        .contains(
            "NOTHING_PROVEN the run: 1 orders accepted, of at least 2; grabs: "
                + "{accepted=2, too-busy=1, unknown: time-out=1}");
  }

  @Test
  void an_unpaid_order_that_is_kept_long_after_its_time_is_not_justified_by_its_row() {
    byHand
        .sale(ONE, 9, Limit.NONE, 0)
        .grabbed("A", AL, 10, 20)
        .readAt(100_000)
        .booked("A", AL, "GRABBED", "");

    finds(Rule.NOT_RELEASED);
  }

  @Test
  void units_that_never_came_back_are_found() {
    byHand.sale(ONE, 9, Limit.NONE, 0).grabbed("A", AL, 10, 20).booked("A", AL, "GRABBED", "");

    assertThat(byHand.violations(List.of(new Balance(ONE, 3, 2, 1, 6))))
        .extracting(Violation::rule)
        .containsExactly(Rule.UNBALANCED);
  }

  private void finds(Rule... rules) {
    assertThat(byHand.violations()).extracting(Violation::rule).containsExactlyInAnyOrder(rules);
  }
}
