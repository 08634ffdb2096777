package dev.storefront.localstack.doctor;

/**
 * The outcome of one check.
 *
 * @param weight how bad it is
 * @param subject what was checked, such as "memory"
 * @param text what was found
 * @param advice what to do about it; empty when nothing is to be done
 */
public record Finding(Weight weight, String subject, String text, String advice) {

  /** How bad a finding is. */
  public enum Weight {
    /** Nothing to do. */
    OK,
    /** The stack starts, and may not run well. */
    WARNING,
    /** The stack cannot start. */
    ERROR
  }

  static Finding ok(String subject, String text) {
    return new Finding(Weight.OK, subject, text, "");
  }

  static Finding warning(String subject, String text, String advice) {
    return new Finding(Weight.WARNING, subject, text, advice);
  }

  static Finding error(String subject, String text, String advice) {
    return new Finding(Weight.ERROR, subject, text, advice);
  }
}
