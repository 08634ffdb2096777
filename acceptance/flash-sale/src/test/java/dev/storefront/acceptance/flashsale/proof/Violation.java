package dev.storefront.acceptance.flashsale.proof;

/**
 * A broken promise.
 *
 * @param subject the order or promotion concerned
 * @param detail what was expected and what was found
 */
public record Violation(Rule rule, String subject, String detail) {

  /** The promises. */
  public enum Rule {
    /** More units were held at once than the quota. */
    OVERSOLD,
    /** One holder had more than the limit at once. */
    LIMIT_BROKEN,
    /** More orders were let in within a window than the promotion's rate allows. */
    RATE_EXCEEDED,
    /** An accepted order is not in the books, or was released for no reason. */
    LOST,
    /** An order is in the books more than once. */
    TWICE,
    /** An order has some of its items, or others than it asked for. */
    NOT_AS_ASKED,
    /** The books hold what was never asked for, or was refused. */
    INVENTED,
    /** A refusal that nothing can explain. */
    UNJUSTIFIED,
    /** A repeat got another answer than the first. */
    OTHER_ANSWER,
    /** Payment, cancelling and time-out did not agree on one of them. */
    TWO_WINNERS,
    /** Sold outside of the sale's time. */
    OUT_OF_TIME,
    /** An unpaid order is kept long after its time. */
    NOT_RELEASED,
    /** All servers are back, and still nobody is told whether he gets anything. */
    CLOSED,
    /** A reply that the contract does not have. */
    UNEXPECTED,
    /** Redis, ledger and what callers saw do not come to the same. */
    UNBALANCED,
    /** So few orders were accepted that the rest proves nothing. */
    NOTHING_PROVEN
  }

  @Override
  public String toString() {
    return rule + " " + subject + ": " + detail;
  }
}
